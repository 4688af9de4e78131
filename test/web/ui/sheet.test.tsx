import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openDialog } from '../../../src/web/ui/invoker-commands.ts';
import { Sheet } from '../../../src/web/ui/sheet.tsx';

const sheet = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });
const leave = () => screen.getByText('Leave');

beforeEach(() => {
	HTMLDialogElement.prototype.showModal = function showModal() {
		this.open = true;
	};
	HTMLDialogElement.prototype.close = function close() {
		this.open = false;
		this.dispatchEvent(new Event('close'));
	};
	render(
		<Sheet id="menu" title="Going">
			<button type="button">Leave</button>
			<a href="#file" download>
				File
			</a>
			<a href="#page">Page</a>
		</Sheet>,
	);
	vi.spyOn(sheet(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 400, 390, 400));
	act(() => openDialog('menu'));
});

/** Presses on one element and clicks on another, by default the same, as a finger does. */
function tap(from: Element, to = from, clientY = 600): void {
	fireEvent.pointerDown(from, { clientY });
	fireEvent.click(to, { detail: 1, clientX: 100, clientY });
}

it('is closed by a press outside, but not by one that began inside', () => {
	tap(leave(), sheet(), 100);
	tap(sheet(), sheet(), 500);
	expect(sheet().open).toBe(true);
	tap(sheet(), sheet(), 100);
	expect(sheet().open).toBe(false);
});

it('is closed by a swipe down from its beginning, but not by one that scrolls it', () => {
	const swipe = (down: number) => {
		const touch = { identifier: 1, target: leave(), clientX: 100 };
		fireEvent.touchStart(leave(), { touches: [{ ...touch, clientY: 500 }] });
		fireEvent.touchEnd(leave(), { changedTouches: [{ ...touch, clientY: 500 + down }] });
	};
	swipe(20);
	swipe(-200);
	sheet().scrollTop = 40;
	swipe(200);
	expect(sheet().open).toBe(true);
	sheet().scrollTop = 0;
	swipe(200);
	expect(sheet().open).toBe(false);
});

// Closing with Back is tested in `test/e2e/sheets.test.ts`.
it('is closed by a link to another page, but not by one to a file', () => {
	fireEvent.click(screen.getByText('File'));
	expect(sheet().open).toBe(true);
	fireEvent.click(screen.getByText('Page'));
	expect(sheet().open).toBe(false);
});
