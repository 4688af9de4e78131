import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { m } from '../i18n/messages.ts';
import { moveInSheet } from './arrow-keys.ts';
import controls from './controls.module.css';
import { closes } from './invoker-commands.ts';
import css from './sheet.module.css';

/** Browsers before 2025 lack `toggle` on dialogs. */
const events = ['toggle', 'close'];

interface DialogProps {
	id: string;
	title: string;
	/** Slides in from the bottom on phones. */
	isSheet?: boolean;
	/** Rendered only while open. */
	children: ReactNode;
}

/** A modal dialog, opened by a button with the attributes from `opens`. */
export function Dialog({ id, title, isSheet = false, children }: DialogProps) {
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
	return (
		<dialog
			ref={ref}
			id={id}
			className={css.dialog}
			data-sheet={isSheet || undefined}
			aria-labelledby={titleId}
			onKeyDown={moveInSheet}
		>
			<div className={css.head}>
				<h2 id={titleId}>{title}</h2>
				<button {...closes(id)} className={`${controls.button} ${controls.quiet}`}>
					{m.app_close()}
				</button>
			</div>
			{isOpen && children}
		</dialog>
	);
}
