/**
 * Ignores the second tap of a double tap if the first one has changed what is under the finger: a sheet, another page,
 * a message, or the button itself. Part of the inline script, to protect pages before hydration, too.
 */
import { attempt } from './attempt.ts';

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
	/** Epoch milliseconds. */
	time: number;
	x: number;
	y: number;
	/** Absent after the page was left. */
	control?: Element | null;
	state?: string | null;
}

const tapOf = ({ timeStamp, clientX: x, clientY: y }: MouseEvent): Tap => ({
	time: performance.timeOrigin + timeStamp,
	x,
	y,
});

function isRepeated(first: Tap, { time, x, y }: Tap): boolean {
	if (time - first.time >= repeatMs || Math.hypot(x - first.x, y - first.y) > samePlacePx) return false;
	const now = controlOf(document.elementFromPoint(first.x, first.y));
	return now !== first.control || stateOf(now) !== first.state;
}

const key = 'daybill.tap';

/** The tap that has opened this page. */
const tapBefore = () => attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '') as Tap);

/** Runs in the inline script. */
export function ignoreRepeatedTaps(): void {
	/** The last tap that did something. */
	let last = tapBefore();
	/** Where the current press began; undefined without a press, as by keyboard. */
	let pressed: Element | null | undefined;
	let isIgnored = false;
	const follow = <Type extends keyof WindowEventMap>(
		type: Type,
		act: (event: WindowEventMap[Type]) => void,
	) => window.addEventListener(type, act, { capture: true, passive: false });
	follow('pointerdown', (event) => {
		pressed = controlOf(event.target);
		isIgnored = last !== undefined && isRepeated(last, tapOf(event));
	});
	// By default, this event would select text or move the focus.
	follow('mousedown', (event) => isIgnored && event.preventDefault());
	follow('click', (event) => {
		const from = event.detail === 0 ? undefined : pressed;
		pressed = undefined;
		if (from === undefined) return;
		const control = controlOf(event.target);
		if (!isIgnored && control === from) {
			const tap = tapOf(event);
			last = { ...tap, control, state: stateOf(control) };
			if (control instanceof HTMLAnchorElement)
				attempt(() => sessionStorage.setItem(key, JSON.stringify(tap)));
		} else {
			event.preventDefault();
			event.stopImmediatePropagation();
		}
	});
	// After scrolling, a tap on another place is intended.
	const forget = () => {
		last = undefined;
	};
	follow('pointercancel', forget);
	window.addEventListener('wheel', forget, { capture: true, passive: true });
}
