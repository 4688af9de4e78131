import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { moveByArrowKeys } from '../../../src/web/ui/arrow-keys.ts';
import { Sheet } from '../../../src/web/ui/sheet.tsx';

const focused = () => document.activeElement?.textContent;
/** Sends keys to the focused element. @returns the focused text after each of them */
const pressAll = (...keys: readonly string[]) =>
	keys.map((key) => {
		fireEvent.keyDown(document.activeElement ?? document.body, { key });
		return focused();
	});

describe('arrow keys', () => {
	it.each([
		['ltr', ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowDown']],
		['rtl', ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowDown']],
	])('move through a row in the direction of the text: %s', (direction, keys) => {
		render(
			<ul onKeyDown={moveByArrowKeys} style={{ direction: direction as 'ltr' | 'rtl' }}>
				{['one', 'two', 'three'].map((name) => (
					<li key={name}>
						<a href={`#${name}`}>{name}</a>
						<button type="button">heart</button>
					</li>
				))}
			</ul>,
		);
		screen.getByText('one').focus();
		expect(pressAll(...keys)).toEqual(['two', 'three', 'three', 'two', 'two']);
	});

	it('move through the links, buttons and fields of a sheet, but not into a dialog inside it', () => {
		const { container } = render(
			<Sheet id="type" title="Type">
				<a href="#music">Music</a>
				<a href="#film">Film</a>
				<input aria-label="Address" />
				<dialog>
					<button type="button">More</button>
				</dialog>
				<button type="button">Subscribe</button>
			</Sheet>,
		);
		const [sheet] = container.getElementsByTagName('dialog');
		act(() => {
			sheet?.setAttribute('open', '');
			sheet?.dispatchEvent(new Event('toggle'));
		});
		screen.getByText('Music').focus();
		expect(pressAll('ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowLeft')).toEqual([
			'Film',
			'',
			'Subscribe',
			'',
			'',
		]);
		expect(pressAll('ArrowUp')).toEqual(['Film']);
	});
});
