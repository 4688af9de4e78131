import { type ComponentType, lazy } from 'react';

/**
 * A component without which the rest of the page works on: where its code cannot be loaded, nothing is in its place. A page that lacks
 * code is loaded again (`app/missing-code.ts`).
 *
 * @param load loads the code
 */
export const lazyOrNothing = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazy<ComponentType<Props>>(() =>
		load().then(
			(component) => ({ default: component }),
			() => ({ default: () => null }),
		),
	);
