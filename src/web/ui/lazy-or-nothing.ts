import { type ComponentType, lazy } from 'react';

/** A lazy component that renders nothing if its code fails to load, because the page works without it. */
export const lazyOrNothing = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazy<ComponentType<Props>>(() =>
		load().then(
			(component) => ({ default: component }),
			() => ({ default: () => null }),
		),
	);
