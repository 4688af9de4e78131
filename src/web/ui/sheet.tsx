/**
 * The one kind of window over a page: at the bottom on phones. Closed by a tap outside, a swipe down, Escape or Back,
 * which do nothing else. The focus returns to the opener.
 */
import {
	type MouseEvent,
	type PointerEvent,
	type ReactNode,
	type TouchEvent,
	useEffect,
	useId,
	useRef,
	useState,
} from 'react';
import { m } from '../i18n/messages.ts';
import { moveInSheet } from './arrow-keys.ts';
import controls from './controls.module.css';
import { closes } from './invoker-commands.ts';
import css from './sheet.module.css';

/** Browsers before 2025 lack `toggle` on dialogs. */
const events = ['toggle', 'close'];

type Sheets<Event> = Event & { currentTarget: HTMLDialogElement };

/** The style sheet lets no pointer reach the content of a sheet that has just opened. */
function isAtRest({ firstElementChild }: HTMLDialogElement): boolean {
	return firstElementChild === null || getComputedStyle(firstElementChild).pointerEvents !== 'none';
}

function isOutside({ clientX, clientY, currentTarget }: Sheets<MouseEvent>): boolean {
	const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
	return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Handlers that ignore presses begun before the sheet was at rest, and close it after a press outside. */
function usePresses() {
	/** Where the current press began; null if too early; undefined without a press, as by keyboard. */
	const began = useRef<EventTarget | null>(undefined);
	return {
		onPointerDownCapture: ({ target, currentTarget }: Sheets<PointerEvent>) => {
			began.current = isAtRest(currentTarget) ? target : null;
		},
		onClickCapture: (event: Sheets<MouseEvent>) => {
			const from = event.detail === 0 ? undefined : began.current;
			began.current = undefined;
			if (from === null) {
				event.preventDefault();
				event.stopPropagation();
			} else if (from === event.currentTarget && event.target === from && isOutside(event))
				event.currentTarget.close();
		},
	};
}

/** Shortest swipe that closes a sheet. */
const swipePx = 60;

function useSwipeDown() {
	const start = useRef<{ clientX: number; clientY: number }>(undefined);
	return {
		onTouchStart: ({ touches, currentTarget }: Sheets<TouchEvent>) => {
			// Elsewhere, a swipe scrolls the sheet, or an enlarged page.
			const isFree = currentTarget.scrollTop <= 0 && (window.visualViewport?.scale ?? 1) === 1;
			start.current = isFree && touches.length === 1 ? touches[0] : undefined;
		},
		onTouchEnd: ({ changedTouches, currentTarget }: Sheets<TouchEvent>) => {
			const end = changedTouches[0];
			if (start.current === undefined || end === undefined) return;
			const down = end.clientY - start.current.clientY;
			if (down > swipePx && down > 2 * Math.abs(end.clientX - start.current.clientX)) currentTarget.close();
		},
	};
}

interface SheetProps {
	id: string;
	title: string;
	/** Menu: on wide screens, beside the element with the CSS `anchor-name: --opener`. Picture: as large as fits. */
	look?: 'menu' | 'picture';
	/** Renders the content while closed, too, so that it works without scripts. */
	isStatic?: boolean;
	onClose?: () => void;
	/** Following a link inside closes the sheet. */
	children: ReactNode;
}

/** Opened by a button with the attributes from `opens`, or by `openDialog`. */
export function Sheet({ id, title, look, isStatic = false, onClose, children }: SheetProps) {
	const ref = useRef<HTMLDialogElement>(null);
	const titleId = useId();
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		const dialog = ref.current;
		if (dialog === null) return;
		const follow = () => setOpen(dialog.open);
		// The dialog may have been opened before hydration.
		follow();
		// React doesn't attach `onToggle` to a hydrated dialog.
		for (const type of events) dialog.addEventListener(type, follow);
		return () => {
			for (const type of events) dialog.removeEventListener(type, follow);
		};
	}, []);
	useEffect(() => {
		// Browsers before 2026 may lack the Navigation API: there, Back leaves the page.
		const { navigation } = globalThis;
		if (!isOpen || navigation === undefined) return;
		const stay = (event: NavigateEvent) => {
			if (event.navigationType !== 'traverse' || !event.cancelable) return;
			event.preventDefault();
			ref.current?.close();
		};
		navigation.addEventListener('navigate', stay);
		return () => navigation.removeEventListener('navigate', stay);
	}, [isOpen]);
	return (
		<dialog
			ref={ref}
			id={id}
			className={css.sheet}
			data-look={look}
			aria-labelledby={titleId}
			onKeyDown={moveInSheet}
			onClick={({ target, currentTarget }) => {
				// At once: later, another sheet may be open.
				if (target instanceof Element && target.closest('a:not([download])')) currentTarget.close();
			}}
			onClose={onClose}
			{...usePresses()}
			{...useSwipeDown()}
		>
			<div className={css.head}>
				<h2 id={titleId}>{title}</h2>
				<button {...closes(id)} className={`${controls.button} ${controls.quiet}`}>
					{m.app_close()}
				</button>
			</div>
			{(isOpen || isStatic) && children}
		</dialog>
	);
}
