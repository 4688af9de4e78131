import type { KeyboardEvent } from 'react';

type Steps = Readonly<Record<string, number>>;
const across: Steps = { ArrowRight: 1, ArrowLeft: -1 };
const all: Steps = { ...across, ArrowDown: 1, ArrowUp: -1 };

function stepOf(event: KeyboardEvent<HTMLElement>, steps: Steps): number | undefined {
	const { key, target, currentTarget, altKey, metaKey, ctrlKey, defaultPrevented } = event;
	const step = steps[key];
	if (step === undefined || altKey || metaKey || ctrlKey || defaultPrevented) return undefined;
	// Text fields need these keys themselves.
	if (target instanceof HTMLInputElement && key in across) return undefined;
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

/** With the arrow keys, moves the focus between the links, buttons and fields of a sheet or form. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
	const step = stepOf(event, all);
	const { currentTarget: menu, target } = event;
	// A sheet inside handles its own keys.
	const isOwn = (element: Element) => element.closest('dialog') === menu.closest('dialog');
	if (step === undefined || !isOwn(target as Element)) return;
	const items = [...menu.querySelectorAll<HTMLElement>('a, button, input')].filter(isOwn);
	focus(event, items[items.indexOf(target as HTMLElement) + step]);
}
