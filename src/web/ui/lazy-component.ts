import { type ComponentType, lazy } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: any props, like React's own `lazy`
type Exports<Name extends string> = Record<Name, ComponentType<any>>;

/** `React.lazy` for a named export. */
export const lazyComponent = <Name extends string, Module extends Exports<Name>>(
	load: () => Promise<Module>,
	name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

/** Like `lazyComponent`, but renders nothing if the code fails to load, because the page works without it. */
export const lazyOrNothing = <Name extends string, Module extends Exports<Name>>(
	load: () => Promise<Module>,
	name: Name,
) => {
	const nothing = (() => null) as ComponentType<unknown> as Module[Name];
	return lazy(async () => ({ default: (await load().catch(() => null))?.[name] ?? nothing }));
};
