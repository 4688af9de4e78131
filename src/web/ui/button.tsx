import type { ComponentProps } from 'react';
import { useEarlyTap } from './use-early-tap.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'ref' | 'onClick'> {
	look?: 'primary' | 'quiet';
	/** Also called for a tap made before hydration. */
	onTap: () => void;
}

/** A button for actions that need scripts. A button with `opens` or `closes` works with HTML alone. */
export function Button({ look, onTap, className, ...attributes }: ButtonProps) {
	return (
		<button
			{...useEarlyTap(onTap)}
			type="button"
			className={['button', look, className].filter(Boolean).join(' ')}
			onClick={onTap}
			{...attributes}
		/>
	);
}
