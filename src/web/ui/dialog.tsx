/** A modal dialog with a title and a button that closes it. HTML opens it: see `opens`. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { m } from '../i18n/messages.ts';
import controls from './controls.module.css';
import css from './dialog.module.css';
import { closes } from './invoker-commands.ts';

/** Of a dialog that opens or closes; browsers before 2025 have the second only. */
const events = ['toggle', 'close'];

interface DialogProps {
	id: string;
	title: string;
	/** Whether it comes from the lower edge of a phone. */
	isSheet?: boolean;
	/** Rendered while the dialog is open. */
	children: ReactNode;
}

export function Dialog({ id, title, isSheet = false, children }: DialogProps) {
	const ref = useRef<HTMLDialogElement>(null);
	const titleId = useId();
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		const dialog = ref.current;
		if (dialog === null) return;
		const follow = () => setOpen(dialog.open);
		// It may have been opened before the app's code was there.
		follow();
		// Not as properties: React does not listen to this event of a dialog that it hydrates.
		for (const type of events) dialog.addEventListener(type, follow);
		return () => {
			for (const type of events) dialog.removeEventListener(type, follow);
		};
	}, []);
	return (
		<dialog
			ref={ref}
			id={id}
			className={css.dialog}
			data-sheet={isSheet || undefined}
			aria-labelledby={titleId}
		>
			<div className={css.head}>
				<h2 id={titleId}>{title}</h2>
				<button {...closes(id)} className={controls.button}>
					{m.app_close()}
				</button>
			</div>
			{isOpen && children}
		</dialog>
	);
}
