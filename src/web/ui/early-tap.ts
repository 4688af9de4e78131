/**
 * Notes a tap on a button that isn't ready, for example before hydration, in an attribute of the button. React never
 * sees the click, so nothing runs twice.
 */

/** Name of the attribute in `dataset`. */
export const earlyKey = 'early';
export const tapped = 'tapped';

/** The events of a tap. During the first one, React would hydrate the whole page in one long task. */
const parts = [
	'pointerdown',
	'touchstart',
	'pointerup',
	'touchend',
	'mousedown',
	'mouseup',
	'click',
] as const;

/** Runs in the inline script. */
export function queueEarlyTaps(): void {
	for (const type of parts)
		window.addEventListener(
			type,
			(event) => {
				const button =
					event.target instanceof Element && event.target.closest<HTMLElement>(`[data-${earlyKey}]`);
				if (!button) return;
				event.stopPropagation();
				if (type === 'click') button.dataset[earlyKey] = tapped;
			},
			{ capture: true, passive: true },
		);
}
