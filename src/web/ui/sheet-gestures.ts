/** How fingers, pointers and Back close an open sheet. */

function isOutside({ clientX, clientY }: MouseEvent, sheet: HTMLDialogElement): boolean {
	const { left, right, top, bottom } = sheet.getBoundingClientRect();
	return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Closes the sheet after a press that began and ended outside. */
function followPresses(sheet: HTMLDialogElement, options: AddEventListenerOptions): void {
	let began: EventTarget | null = null;
	const press = ({ target }: Event) => {
		began = target;
	};
	const click = (event: MouseEvent) => {
		if (began === sheet && event.target === sheet && isOutside(event, sheet)) sheet.close();
		began = null;
	};
	sheet.addEventListener('pointerdown', press, options);
	sheet.addEventListener('click', click, options);
}

/** Shortest swipe that closes a sheet. */
const swipePx = 60;

function followSwipes(sheet: HTMLDialogElement, options: AddEventListenerOptions): void {
	let start: Touch | undefined;
	const begin = ({ touches }: TouchEvent) => {
		// Otherwise, a swipe scrolls the sheet or the enlarged page.
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

export function followGestures(sheet: HTMLDialogElement, options: AddEventListenerOptions): void {
	followPresses(sheet, options);
	followSwipes(sheet, options);
	const stay = (event: NavigateEvent) => {
		if (!sheet.open || event.navigationType !== 'traverse' || !event.cancelable) return;
		event.preventDefault();
		sheet.close();
	};
	// Browsers before 2026 may lack the Navigation API: there, Back leaves the page.
	globalThis.navigation?.addEventListener('navigate', stay, options);
}
