/**
 * The rest of a double tap does nothing if its first tap has changed what is under the finger: a sheet, another page, a
 * message, or the button itself. In the inline script, so that it also protects pages before hydration.
 */

/** Longest time from the first to the last tap of people who tap two or three times. */
const repeatMs = 1_000;
const samePlacePx = 24;

const controlOf = (target: unknown): Element | null =>
	target instanceof Element
		? target.closest('a, button, input, label, select, summary, textarea, dialog')
		: null;
const stateOf = (control: Element | null) =>
	control && `${control.getAttribute('aria-pressed')} ${control.textContent}`;

interface Tap {
	at: MouseEvent;
	control: Element | null;
	state: string | null;
}

const isRepeated = ({ at, control, state }: Tap, { timeStamp, clientX, clientY }: MouseEvent): boolean => {
	if (timeStamp - at.timeStamp >= repeatMs) return false;
	if (Math.hypot(clientX - at.clientX, clientY - at.clientY) > samePlacePx) return false;
	const now = controlOf(document.elementFromPoint(at.clientX, at.clientY));
	return now !== control || stateOf(now) !== state;
};

/** Runs in the inline script. */
export function ignoreRepeatedTaps(): void {
	/** The last tap that did something. */
	let last: Tap | undefined;
	/** Where the current press began; undefined without a press, as by keyboard. */
	let pressed: Element | null | undefined;
	let isIgnored = false;
	const follow = <Type extends keyof WindowEventMap>(
		type: Type,
		act: (event: WindowEventMap[Type]) => void,
	) => window.addEventListener(type, act, { capture: true, passive: false });
	follow('pointerdown', (event) => {
		pressed = controlOf(event.target);
		isIgnored = last !== undefined && isRepeated(last, event);
	});
	// Would select text, or move the focus.
	follow('mousedown', (event) => isIgnored && event.preventDefault());
	follow('click', (event) => {
		const from = event.detail === 0 ? undefined : pressed;
		pressed = undefined;
		if (from === undefined) return;
		const control = controlOf(event.target);
		if (!isIgnored && control === from) last = { at: event, control, state: stateOf(control) };
		else {
			event.preventDefault();
			event.stopImmediatePropagation();
		}
	});
	// After scrolling, another place is under the finger on purpose.
	const forget = () => {
		last = undefined;
	};
	follow('pointercancel', forget);
	window.addEventListener('wheel', forget, { capture: true, passive: true });
}
