// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { useEarlyChoice } from '../../../src/web/shared/use-early-choice.ts';

const take = vi.fn<(value: string) => void>();

function Days() {
	const group = useRef<HTMLFieldSetElement>(null);
	useEarlyChoice(group, take);
	return (
		<fieldset ref={group}>
			{['monday', ''].map((day) => (
				<input
					key={day}
					type="radio"
					name="day"
					value={day}
					aria-label={day || 'undecided'}
					checked={day === ''}
					onChange={() => take(day)}
				/>
			))}
		</fieldset>
	);
}

async function hydrateAfterChoosing(label: string | null): Promise<void> {
	const container = document.createElement('div');
	container.innerHTML = renderToString(<Days />);
	document.body.append(container);
	if (label !== null) screen.getByRole('radio', { name: label }).click();
	await act(async () => render(<Days />, { container, hydrate: true }));
}

afterEach(() => {
	cleanup();
	document.body.replaceChildren();
	take.mockReset();
});

it('a day chosen before hydration is taken, once', async () => {
	await hydrateAfterChoosing('monday');
	expect(take.mock.calls).toEqual([['monday']]);
});

it.each([null, 'undecided'])('nothing is taken where the choice is as it was: %s', async (label) => {
	await hydrateAfterChoosing(label);
	expect(take).not.toHaveBeenCalled();
});
