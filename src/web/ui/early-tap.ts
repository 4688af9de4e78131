/** Queues taps before hydration, in an attribute of the button. React never sees the click, so nothing runs twice. */

/** Name in `dataset`. */
export const earlyKey = 'early';
export const tapped = 'tapped';

/** Runs in the inline script. */
export function queueEarlyTaps(): void {
	window.addEventListener(
		'click',
		(event) => {
			const button =
				event.target instanceof Element && event.target.closest<HTMLElement>(`[data-${earlyKey}]`);
			if (!button) return;
			event.stopPropagation();
			button.dataset[earlyKey] = tapped;
		},
		true,
	);
}
