import { type ComponentType, lazy } from 'react';

/** `React.lazy` for a named export. */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazy(async () => ({ default: await load() }));

/** Like `lazyComponent`, but renders nothing if the code fails to load, because the page works without it. */
export const lazyOrNothing = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazyComponent<Props>(() => load().catch(() => () => null));
