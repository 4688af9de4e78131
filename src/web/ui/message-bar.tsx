/** Toasts with at most one action (Undo, Sign in). */
import {
	createContext,
	type FocusEvent,
	type ReactNode,
	useContext,
	useEffect,
	useRef,
	useState,
} from 'react';
import { m } from '../i18n/messages.ts';
import { Button } from './button.tsx';
import css from './message-bar.module.css';

export interface Message {
	text: ReactNode;
	action?: { label: string; run: () => void } | undefined;
}
type Show = (message: Message | null) => void;
const MessageContext = createContext<Show>(() => undefined);

/** How long a message is shown. If it is hovered or focused at the end, it stays for as long again. */
const shownMs = 6_000;
const shownWithActionMs = 12_000;

export function MessageProvider({ children }: { children: ReactNode }) {
	const [message, setMessage] = useState<Message | null>(null);
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (message === null) return;
		const hide = () => place.current?.matches(':is(:hover, :focus-within)') || setMessage(null);
		const timer = setInterval(hide, message.action ? shownWithActionMs : shownMs);
		return () => clearInterval(timer);
	}, [message]);
	const before = useRef<Element | null>(null);
	const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
		if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
	};
	const close = () => {
		setMessage(null);
		// If the previously focused element is gone, `main` keeps the focus.
		for (const place of [document.getElementById('main'), before.current])
			(place as HTMLElement | null)?.focus({ preventScroll: true });
		before.current = null;
	};
	const action = message?.action;
	return (
		<MessageContext value={setMessage}>
			{children}
			<div ref={place} className={`screen ${css.place}`} role="status" onFocus={remember}>
				{message && (
					<div className={css.bar}>
						<div className={css.words}>
							<p key={String(message.text)}>{message.text}</p>
							{action && (
								<Button
									onTap={() => {
										close();
										action.run();
									}}
								>
									{action.label}
								</Button>
							)}
						</div>
						<Button onTap={close} aria-label={m.app_close()}>
							×
						</Button>
					</div>
				)}
			</div>
		</MessageContext>
	);
}

/** Replaces the current message; null removes it. */
export const useMessage = (): Show => useContext(MessageContext);
