/** Short messages about what was just done, announced politely, with at most one action (Undo, Sign in). */
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { m } from '../i18n/generated/messages.js';
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
	const close = () => setMessage(null);
	const action = message?.action;
	return (
		<MessageContext value={show}>
			{children}
			<div className={css.place} role="status">
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
