import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Moves the focus between the links of a row's items by arrow keys, in the direction of the text. */
export function moveByArrowKeys(event: KeyboardEvent<HTMLElement>): void {
	const { key, target, currentTarget, altKey, metaKey, ctrlKey } = event;
	const step = steps[key];
	if (step === undefined || altKey || metaKey || ctrlKey || !(target instanceof Node)) return;
	const items = [...currentTarget.children];
	const at = items.findIndex((item) => item.contains(target));
	const forward = getComputedStyle(currentTarget).direction === 'rtl' ? -step : step;
	const link = at === -1 ? undefined : items[at + forward]?.querySelector('a');
	if (!link) return;
	event.preventDefault();
	link.focus();
}
