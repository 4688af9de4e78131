import type { KeyboardEvent } from 'react';

type Steps = Readonly<Record<string, number>>;
const across: Steps = { ArrowRight: 1, ArrowLeft: -1 };
const all: Steps = { ...across, ArrowDown: 1, ArrowUp: -1 };

function stepOf(event: KeyboardEvent<HTMLElement>, steps: Steps): number | undefined {
	const { key, target, currentTarget, altKey, metaKey, ctrlKey, defaultPrevented } = event;
	const step = steps[key];
	if (step === undefined || altKey || metaKey || ctrlKey || defaultPrevented) return undefined;
	// Text fields need the arrow keys themselves.
	if (target instanceof HTMLInputElement) return undefined;
	return key in across && getComputedStyle(currentTarget).direction === 'rtl' ? -step : step;
}

function focus(event: KeyboardEvent, element: HTMLElement | null | undefined): void {
	if (!element) return;
	event.preventDefault();
	element.focus();
}

/** With the arrow keys, moves the focus between the links in a row. */
export function moveByArrowKeys(event: KeyboardEvent<HTMLElement>): void {
	const step = stepOf(event, across);
	if (step === undefined) return;
	const items = [...event.currentTarget.children];
	const at = items.findIndex((item) => item.contains(event.target as Node));
	if (at !== -1) focus(event, items[at + step]?.querySelector('a'));
}

/** With the arrow keys, moves the focus between the links and buttons in a sheet. */
export function moveInSheet(event: KeyboardEvent<HTMLElement>): void {
	const step = stepOf(event, all);
	const { currentTarget: sheet, target } = event;
	// A nested sheet handles its own keys.
	const isOwn = (element: Element) => element.closest('dialog') === sheet;
	if (step === undefined || !isOwn(target as Element)) return;
	const items = [...sheet.querySelectorAll<HTMLElement>('a, button')].filter(isOwn);
	focus(event, items[items.indexOf(target as HTMLElement) + step]);
}
