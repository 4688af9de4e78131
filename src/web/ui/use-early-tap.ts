import { useEffect, useRef } from 'react';
import { earlyKey, tapped } from './early-tap.ts';

/**
 * Replays a tap that came before its button was hydrated, once. For buttons that do nothing without scripts.
 *
 * @param onTap does what the button's `onClick` does
 * @returns attributes of the button
 */
export function useEarlyTap(onTap: () => void) {
	const ref = useRef<HTMLButtonElement>(null);
	const latest = useRef(onTap);
	useEffect(() => {
		latest.current = onTap;
	});
	useEffect(() => {
		const { dataset = {} } = ref.current ?? {};
		const wasTapped = dataset[earlyKey] === tapped;
		delete dataset[earlyKey];
		if (wasTapped) latest.current();
	}, []);
	// A tap before hydration changed the attribute in the server's HTML.
	return { ref, [`data-${earlyKey}`]: '', suppressHydrationWarning: true } as const;
}
