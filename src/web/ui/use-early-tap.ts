import { useEffect, useEffectEvent, useRef } from 'react';
import { earlyKey, tapped } from './early-tap.ts';

/** Replays a tap from before hydration, once. For buttons that do nothing without scripts. */
export function useEarlyTap(onTap: () => void) {
	const ref = useRef<HTMLButtonElement>(null);
	const replay = useEffectEvent(onTap);
	useEffect(() => {
		const { dataset = {} } = ref.current ?? {};
		const wasTapped = dataset[earlyKey] === tapped;
		delete dataset[earlyKey];
		if (wasTapped) replay();
	}, []);
	// The attribute may differ from the rendered one: an early tap changes it.
	return { ref, [`data-${earlyKey}`]: '', suppressHydrationWarning: true } as const;
}
