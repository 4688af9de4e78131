/** How fingers, pointers and Back close an open sheet. Loaded when the browser is idle, or a sheet opens. */

/** The style sheet lets no pointer reach the content of a sheet that has just opened. */
function isAtRest({ firstElementChild }: HTMLDialogElement): boolean {
	return firstElementChild === null || getComputedStyle(firstElementChild).pointerEvents !== 'none';
}

function isOutside({ clientX, clientY }: MouseEvent, sheet: HTMLDialogElement): boolean {
	const { left, right, top, bottom } = sheet.getBoundingClientRect();
	return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Ignores presses that began before the sheet was at rest, and closes it after a press outside. */
function followPresses(sheet: HTMLDialogElement, options: AddEventListenerOptions): void {
	/** Where the current press began; null if too early; undefined without a press, as by keyboard. */
	let began: EventTarget | null | undefined;
	const press = ({ target }: Event) => {
		began = isAtRest(sheet) ? target : null;
	};
	const click = (event: MouseEvent) => {
		const from = event.detail === 0 ? undefined : began;
		began = undefined;
		if (from === null) {
			event.preventDefault();
			event.stopPropagation();
		} else if (from === sheet && event.target === sheet && isOutside(event, sheet)) sheet.close();
	};
	sheet.addEventListener('pointerdown', press, { ...options, capture: true });
	sheet.addEventListener('click', click, { ...options, capture: true });
}

/** Shortest swipe that closes a sheet. */
const swipePx = 60;

function followSwipes(sheet: HTMLDialogElement, options: AddEventListenerOptions): void {
	let start: Touch | undefined;
	const begin = ({ touches }: TouchEvent) => {
		// Elsewhere, a swipe scrolls the sheet, or an enlarged page.
		const isFree = sheet.scrollTop <= 0 && (window.visualViewport?.scale ?? 1) === 1;
		start = isFree && touches.length === 1 ? touches[0] : undefined;
	};
	const end = ({ changedTouches }: TouchEvent) => {
		const last = changedTouches[0];
		if (start === undefined || last === undefined) return;
		const down = last.clientY - start.clientY;
		if (down > swipePx && down > 2 * Math.abs(last.clientX - start.clientX)) sheet.close();
	};
	sheet.addEventListener('touchstart', begin, { ...options, passive: true });
	sheet.addEventListener('touchend', end, options);
}

/** @param signal ends it */
export function followGestures(sheet: HTMLDialogElement, signal: AbortSignal): void {
	if (signal.aborted) return;
	followPresses(sheet, { signal });
	followSwipes(sheet, { signal });
	const stay = (event: NavigateEvent) => {
		if (event.navigationType !== 'traverse' || !event.cancelable) return;
		event.preventDefault();
		sheet.close();
	};
	// Browsers before 2026 may lack the Navigation API: there, Back leaves the page.
	globalThis.navigation?.addEventListener('navigate', stay, { signal });
}
