/**
 * The app's only kind of dialog, at the bottom of the screen on phones. A tap outside, a swipe down, Escape or Back
 * closes it and does nothing else. The focus returns to the opener.
 */
import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { m } from '../i18n/messages.ts';
import { moveInMenu } from './arrow-keys.ts';
import { Icon, type IconName } from './icon.tsx';
import { closes, opens } from './invoker-commands.ts';
import css from './sheet.module.css';
import { followGestures } from './sheet-gestures.ts';

/** Browsers before 2025 lack `toggle` on dialogs. */
const events = ['toggle', 'close'];

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
		const end = new AbortController();
		const options = { signal: end.signal };
		const follow = () => setOpen(dialog.open);
		// The dialog may have been opened before hydration.
		if (dialog.open) follow();
		// React doesn't attach `onToggle` to a hydrated dialog.
		for (const type of events) dialog.addEventListener(type, follow, options);
		followGestures(dialog, options);
		return () => end.abort();
	}, []);
	return (
		<dialog
			ref={ref}
			id={id}
			className={`screen ${css.sheet}`}
			data-look={look}
			aria-labelledby={titleId}
			onKeyDown={moveInMenu}
			onClick={({ target, currentTarget }) => {
				// Close the sheet now, because the link may open another one.
				if (target instanceof Element && target.closest('a:not([download])')) currentTarget.close();
			}}
			onClose={onClose}
		>
			<div className={css.head}>
				<h2 id={titleId}>{title}</h2>
				<button {...closes(id)} className="button quiet">
					{m.app_close()}
				</button>
			</div>
			{(isOpen || isStatic) && children}
		</dialog>
	);
}

interface SheetButtonProps extends Omit<ComponentProps<typeof Sheet>, 'id' | 'onClose'> {
	ref?: Ref<HTMLButtonElement>;
	/** The button's content; by default, the sheet's title. */
	label?: ReactNode;
	icon?: IconName;
	/** Accessible name of the button, if it differs from the label. */
	name?: string | undefined;
	className?: string | undefined;
}

/** A button with a sheet. If the sheet's content is static, it works before hydration, and without scripts. */
export function SheetButton({ ref, icon, name, className = 'button', ...props }: SheetButtonProps) {
	const id = useId();
	const { label = props.title, ...sheet } = props;
	return (
		<>
			<button
				{...opens(id)}
				ref={ref}
				className={className}
				aria-label={name}
				aria-haspopup="dialog"
				data-scripted={sheet.isStatic ? undefined : true}
			>
				{icon && <Icon name={icon} />}
				{label}
			</button>
			<Sheet id={id} {...sheet} />
		</>
	);
}

interface MenuButtonProps
	extends Pick<SheetButtonProps, 'title' | 'label' | 'name' | 'className' | 'children'> {
	/** Whether a non-default option is chosen. */
	isOn?: boolean;
	/** Link next to the button that resets the choice; `name` is the choice. */
	remove?: { path: string; name: string } | null;
}

/** A button with a sheet beside it on wide screens. */
export function MenuButton({ isOn = false, className = css.whole, remove, ...button }: MenuButtonProps) {
	return (
		<span className={`${css.scope} ${className}`} data-on={isOn || undefined}>
			<SheetButton {...button} className={`target ${css.opener}`} look="menu" isStatic />
			{remove && (
				<a
					className={`target ${css.remove}`}
					href={remove.path}
					aria-label={m.discover_remove({ name: remove.name })}
				>
					×
				</a>
			)}
		</span>
	);
}
