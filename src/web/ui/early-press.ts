/**
 * Presses on buttons of a rendered page whose part of the app is not there yet. Such a button has an attribute, which keeps
 * a press until that very button is hydrated (`use-early-press.ts`). The app never sees the event, so nothing is done twice.
 */

/** The attribute, as a property of `dataset`. */
export const earlyKey = 'early';
/** Its value after a press; empty before. */
export const pressed = 'pressed';

/** Starts to keep presses; part of the script that is inside the HTML. */
export function keepEarlyPresses(): void {
	window.addEventListener(
		'click',
		(event) => {
			const button =
				event.target instanceof Element && event.target.closest<HTMLElement>(`[data-${earlyKey}]`);
			if (!button) return;
			event.stopPropagation();
			button.dataset[earlyKey] = pressed;
		},
		true,
	);
}
