import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react';
import { earlyKey, tapped } from './early-tap.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'ref' | 'onClick'> {
	look?: 'primary' | 'quiet';
	/** Also called for a tap made before hydration, or before the button is ready. */
	onTap: () => void;
	isReady?: boolean;
}

/** A button for actions that need scripts. A button with `opens` or `closes` works with HTML alone. */
export function Button({ look, onTap, isReady, className, ...attributes }: ButtonProps) {
	return (
		<button
			{...useEarlyTap(onTap, isReady)}
			type="button"
			className={['button', look, className].filter(Boolean).join(' ')}
			onClick={onTap}
			{...attributes}
		/>
	);
}

/** Replays a tap from before hydration, or before `isReady`, once. For buttons that do nothing without scripts. */
export function useEarlyTap(onTap: () => void, isReady = true) {
	const ref = useRef<HTMLButtonElement>(null);
	const replay = useEffectEvent(onTap);
	useEffect(() => {
		if (!isReady) return;
		const { dataset = {} } = ref.current ?? {};
		const wasTapped = dataset[earlyKey] === tapped;
		delete dataset[earlyKey];
		if (wasTapped) replay();
	}, [isReady]);
	// The attribute may differ from the rendered one: an early tap changes it.
	return { ref, [`data-${earlyKey}`]: '', suppressHydrationWarning: true } as const;
}
