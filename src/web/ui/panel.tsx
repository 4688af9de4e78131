/**
 * A button, and what it opens: a sheet at the lower edge of a phone, a box below the button elsewhere. HTML opens and closes
 * it, so that it works before the app's code is there.
 */

import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { m } from '../i18n/messages.ts';
import controls from './controls.module.css';
import css from './panel.module.css';

export interface PanelProps {
	title: string;
	/** What the button shows. */
	label: ReactNode;
	/** What a screen reader says for the button, where that is more. */
	name?: string | undefined;
	/** Whether something other than usual is chosen in it. */
	isOn?: boolean;
	/** Class of both, in place of the look of a choice in a bar. */
	className?: string | undefined;
	/** Takes the choice back: a link beside the button. */
	remove?: { path: (search: string) => string; name: string } | null;
	/** A link in it closes it. */
	children: ReactNode;
}

export function Panel({
	title,
	label,
	name,
	isOn = false,
	className = css.whole,
	remove = null,
	children,
}: PanelProps) {
	const id = useId();
	const { search } = useLocation();
	return (
		<span className={className} data-on={isOn || undefined}>
			<button
				type="button"
				popoverTarget={id}
				className={css.opener}
				aria-label={name}
				aria-haspopup="dialog"
			>
				{label}
			</button>
			{remove !== null && (
				<Link className={css.remove} to={remove.path(search)} aria-label={remove.name}>
					×
				</Link>
			)}
			<PanelSheet id={id} title={title}>
				{children}
			</PanelSheet>
		</span>
	);
}

interface PanelSheetProps {
	id: string;
	title: string;
	ref?: RefObject<HTMLDivElement | null>;
	onClose?: () => void;
	children: ReactNode;
}

/** What a button opens. */
export function PanelSheet({ id, title, ref, onClose, children }: PanelSheetProps) {
	const own = useRef<HTMLDivElement>(null);
	const sheet = ref ?? own;
	useEffect(() => {
		const panel = sheet.current;
		// At once, and not when the next page is there: something else may be open by then.
		const closeByLink = ({ target }: Event) => {
			// Browsers before 2024 have no such elements: it is a part of the page there.
			if (target instanceof Element && target.closest('a')) panel?.togglePopover?.(false);
		};
		panel?.addEventListener('click', closeByLink);
		return () => panel?.removeEventListener('click', closeByLink);
	}, [sheet]);
	return (
		<div
			ref={sheet}
			id={id}
			popover="auto"
			role="dialog"
			aria-label={title}
			className={css.panel}
			onToggle={({ newState }) => {
				if (newState === 'closed') onClose?.();
			}}
		>
			<div className={css.head}>
				<p className={css.title}>{title}</p>
				<button
					type="button"
					popoverTarget={id}
					popoverTargetAction="hide"
					className={`${controls.button} ${controls.quiet}`}
				>
					{m.app_close()}
				</button>
			</div>
			{children}
		</div>
	);
}
