import { type ReactNode, type RefObject, useId } from 'react';
import { m } from '../i18n/messages.ts';
import { moveInSheet } from './arrow-keys.ts';
import controls from './controls.module.css';
import { Link } from './link.tsx';
import css from './popover.module.css';
import sheet from './sheet.module.css';

export interface PopoverProps {
	title: string;
	label: ReactNode;
	/** Accessible name of the button, if it differs from the label. */
	name?: string | undefined;
	/** Whether a non-default option is chosen. */
	isOn?: boolean;
	className?: string | undefined;
	/** Link next to the button that resets the choice; `name` is the choice. */
	remove?: { path: string; name: string } | null;
	/** Following a link inside closes the popover. */
	children: ReactNode;
}

/** A button with a popover: a bottom sheet on phones, else a box below the button. Works before hydration. */
export function Popover({
	title,
	label,
	name,
	isOn = false,
	className = css.whole,
	remove = null,
	children,
}: PopoverProps) {
	const id = useId();
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
				<Link className={css.remove} to={remove.path} aria-label={m.discover_remove({ name: remove.name })}>
					×
				</Link>
			)}
			<PopoverSheet id={id} title={title}>
				{children}
			</PopoverSheet>
		</span>
	);
}

interface PopoverSheetProps {
	id: string;
	title: string;
	ref?: RefObject<HTMLDivElement | null>;
	onClose?: () => void;
	children: ReactNode;
}

/** The sheet of a popover, for buttons with `popoverTarget`. */
export function PopoverSheet({ id, title, ref, onClose, children }: PopoverSheetProps) {
	return (
		<div
			ref={ref}
			id={id}
			popover="auto"
			role="dialog"
			aria-label={title}
			className={sheet.popover}
			onClick={({ target, currentTarget }) => {
				// Closes at once: later, another popover may be open. Browsers before 2024 lack popovers.
				if (target instanceof Element && target.closest('a')) currentTarget.togglePopover?.(false);
			}}
			onKeyDown={moveInSheet}
			onToggle={({ newState }) => {
				if (newState === 'closed') onClose?.();
			}}
		>
			<div className={sheet.head}>
				<p className={sheet.title}>{title}</p>
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
