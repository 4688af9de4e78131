/**
 * Ignores the second tap of a double tap if the first one has changed what is under the finger: a sheet, another page,
 * a message, or the button itself. Part of the inline script, to protect pages before hydration, too.
 */

/** Longest time between two taps of a double or triple tap. */
const repeatMs = 500;
const samePlacePx = 24;

const controlOf = (target: unknown): Element | null =>
	target instanceof Element
		? target.closest('a, button, input, label, select, summary, textarea, dialog')
		: null;

const tapOf = ({ timeStamp, clientX: x, clientY: y, target }: MouseEvent) => {
	const control = controlOf(target);
	const state = control && `${control.getAttribute('aria-pressed')} ${control.textContent}`;
	return { time: timeStamp, x, y, control, state };
};

type Tap = ReturnType<typeof tapOf>;

const isRepeated = (last: Tap, { time, x, y, control, state }: Tap): boolean =>
	time - last.time < repeatMs &&
	Math.hypot(x - last.x, y - last.y) <= samePlacePx &&
	(control !== last.control || state !== last.state);

/** Runs in the inline script. */
export function ignoreRepeatedTaps(): void {
	let last: Tap | undefined;
	/** The control where the current press began; undefined without a press, for example by keyboard. */
	let pressed: Element | null | undefined;
	window.addEventListener(
		'pointerdown',
		({ target }) => {
			pressed = controlOf(target);
		},
		true,
	);
	window.addEventListener(
		'click',
		(event) => {
			const from = event.detail === 0 ? undefined : pressed;
			pressed = undefined;
			if (from === undefined) return;
			const tap = tapOf(event);
			if (tap.control === from && !(last && isRepeated(last, tap))) {
				last = tap;
				return;
			}
			// A third tap is compared with the first.
			if (last) last.time = tap.time;
			event.preventDefault();
			event.stopImmediatePropagation();
		},
		true,
	);
}
