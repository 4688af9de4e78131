import { useEffect, useRef } from 'react';
import { earlyKey, tapped } from './early-tap.ts';

/** Replays a tap from before hydration, once. For buttons that do nothing without scripts. */
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
	// An early tap has changed the attribute.
	return { ref, [`data-${earlyKey}`]: '', suppressHydrationWarning: true } as const;
}
