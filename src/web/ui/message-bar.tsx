/** Short messages about what was just done, announced politely, with at most one action (Undo, Sign in). */
import {
	createContext,
	type FocusEvent,
	type ReactNode,
	useCallback,
	useContext,
	useRef,
	useState,
} from 'react';
import { m } from '../i18n/messages.ts';
import controls from './controls.module.css';
import css from './message-bar.module.css';

export interface Message {
	text: ReactNode;
	action?: { label: string; run: () => void } | undefined;
}
type Show = (message: Message | null) => void;
const MessageContext = createContext<Show>(() => undefined);

export function MessageProvider({ children }: { children: ReactNode }) {
	const [message, setMessage] = useState<Message | null>(null);
	const show = useCallback<Show>((next) => setMessage(next), []);
	const before = useRef<Element | null>(null);
	const remember = ({ currentTarget, relatedTarget }: FocusEvent) => {
		if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
	};
	/** The focus returns to where it was. Where that is no more, it goes to the page: it would be lost with its button. */
	const close = () => {
		setMessage(null);
		for (const place of [document.getElementById('main'), before.current])
			(place as HTMLElement | null)?.focus({ preventScroll: true });
		before.current = null;
	};
	const action = message?.action;
	return (
		<MessageContext value={show}>
			{children}
			<div className={css.place} role="status" onFocus={remember}>
				{message && (
					<div className={css.bar}>
						<p>{message.text}</p>
						{action && (
							<button
								type="button"
								className={controls.button}
								onClick={() => {
									close();
									action.run();
								}}
							>
								{action.label}
							</button>
						)}
						<button type="button" className={controls.button} onClick={close} aria-label={m.app_close()}>
							×
						</button>
					</div>
				)}
			</div>
		</MessageContext>
	);
}

/** Shows a message in place of the previous one; null removes it. */
export const useMessage = (): Show => useContext(MessageContext);
