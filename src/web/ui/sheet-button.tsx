import { type ComponentProps, type ReactNode, type Ref, useId } from 'react';
import { m } from '../i18n/messages.ts';
import { Icon } from './icon.tsx';
import { opens } from './invoker-commands.ts';
import { Sheet } from './sheet.tsx';
import css from './sheet-button.module.css';

interface SheetButtonProps extends Omit<ComponentProps<typeof Sheet>, 'id' | 'onClose'> {
	ref?: Ref<HTMLButtonElement>;
	/** By default, the sheet's title. */
	label?: ReactNode;
	icon?: ComponentProps<typeof Icon>['name'];
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
			<SheetButton {...button} className={css.opener} look="menu" isStatic />
			{remove && (
				<a className={css.remove} href={remove.path} aria-label={m.discover_remove({ name: remove.name })}>
					×
				</a>
			)}
		</span>
	);
}
