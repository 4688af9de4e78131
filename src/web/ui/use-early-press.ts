import { useEffect, useRef } from 'react';
import { earlyKey, pressed } from './early-press.ts';

/**
 * For a button that does nothing without the app. A press that came before the app is handed to it as soon as the button
 * itself is hydrated, and once.
 *
 * @param press does what the button's `onClick` does
 * @returns attributes of the button
 */
export function useEarlyPress(press: () => void) {
	const ref = useRef<HTMLButtonElement>(null);
	const latest = useRef(press);
	useEffect(() => {
		latest.current = press;
	});
	useEffect(() => {
		const { dataset = {} } = ref.current ?? {};
		const wasPressed = dataset[earlyKey] === pressed;
		delete dataset[earlyKey];
		if (wasPressed) latest.current();
	}, []);
	// A press has changed the attribute that the page arrived with.
	return { ref, [`data-${earlyKey}`]: '', suppressHydrationWarning: true } as const;
}
