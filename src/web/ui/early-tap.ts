/**
 * Taps on buttons of a server-rendered page that React has not hydrated yet. Such a button has an attribute, which stores a
 * tap until the button is hydrated (`use-early-tap.ts`). React never sees the click itself, so nothing runs twice.
 */

/** The attribute, as a property of `dataset`. */
export const earlyKey = 'early';
/** Its value after a tap; empty before. */
export const tapped = 'tapped';

/** Part of the script inside the HTML. */
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
