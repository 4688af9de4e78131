import { type ReactNode, useId } from 'react';
import { m } from '../i18n/messages.ts';
import { opens } from './invoker-commands.ts';
import { Link } from './link.tsx';
import { Sheet } from './sheet.tsx';
import css from './sheet-button.module.css';

interface SheetButtonProps {
	title: string;
	label: ReactNode;
	/** Accessible name of the button, if it differs from the label. */
	name?: string | undefined;
	/** Whether a non-default option is chosen. */
	isOn?: boolean;
	className?: string | undefined;
	/** Link next to the button that resets the choice; `name` is the choice. */
	remove?: { path: string; name: string } | null;
	children: ReactNode;
}

/** A button with a sheet, beside it on wide screens. Works before hydration. */
export function SheetButton({
	title,
	label,
	name,
	isOn = false,
	className = css.whole,
	remove = null,
	children,
}: SheetButtonProps) {
	const id = useId();
	return (
		<span className={`${css.scope} ${className}`} data-on={isOn || undefined}>
			<button {...opens(id)} className={css.opener} aria-label={name} aria-haspopup="dialog">
				{label}
			</button>
			{remove !== null && (
				<Link className={css.remove} to={remove.path} aria-label={m.discover_remove({ name: remove.name })}>
					×
				</Link>
			)}
			<Sheet id={id} title={title} look="menu" isStatic>
				{children}
			</Sheet>
		</span>
	);
}
