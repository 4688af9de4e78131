import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { useEarlyText } from '../../../src/web/ui/use-early-text.ts';

function Search({ first = '' }: { first?: string }) {
	const field = useRef<HTMLInputElement>(null);
	const [text, setText] = useState(first);
	useEarlyText(field, setText);
	return (
		<>
			<input ref={field} value={text} onChange={({ target }) => setText(target.value)} />
			<p role="status">{text}</p>
		</>
	);
}

/** The page as the server renders it, with text typed before it is hydrated. */
async function hydrateAfterTyping(typed: string | null, first = ''): Promise<string | null> {
	const container = document.createElement('div');
	container.innerHTML = renderToString(<Search first={first} />);
	document.body.append(container);
	const field = container.querySelector('input');
	if (field !== null && typed !== null) field.value = typed;
	await act(async () => render(<Search first={first} />, { container, hydrate: true }));
	expect(field?.isConnected).toBe(true);
	return screen.getByRole('status').textContent;
}

afterEach(() => {
	cleanup();
	document.body.replaceChildren();
});

it('text typed before hydration stays', async () => {
	expect(await hydrateAfterTyping('jazz')).toBe('jazz');
	expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('jazz');
});

it('text deleted before hydration stays deleted', async () => {
	expect(await hydrateAfterTyping('', 'jazz')).toBe('');
});

it('an untouched field keeps its rendered text', async () => {
	expect(await hydrateAfterTyping(null, 'jazz')).toBe('jazz');
});
