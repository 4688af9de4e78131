import { expect, it } from 'vitest';
import { queueEarlyTaps } from '../../../src/web/ui/early-tap.ts';

it('React sees nothing of a tap on a button that waits for it, or it would hydrate the page meanwhile', () => {
	queueEarlyTaps();
	document.body.innerHTML = '<button data-early=""><b>Join</b></button>';
	const [button, label] = ['button', 'b'].map((name) => document.querySelector<HTMLElement>(name));
	const seen: string[] = [];
	for (const type of ['pointerdown', 'click'])
		document.body.addEventListener(type, (event) => seen.push(event.type));
	const tap = () => {
		label?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
		label?.click();
	};
	tap();
	expect(seen).toEqual([]);
	expect(button?.dataset.early).toBe('tapped');
	delete button?.dataset.early;
	tap();
	expect(seen).toEqual(['pointerdown', 'click']);
});
