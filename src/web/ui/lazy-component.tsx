import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: any props, like React's own `lazy`
type Exports<Name extends string> = Record<Name, ComponentType<any>>;

/** `React.lazy` for a named export. */
export const lazyComponent = <Name extends string, Module extends Exports<Name>>(
	load: () => Promise<Module>,
	name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

/** Like `lazyComponent`, with a fallback until the code is loaded. */
export function lazyPart<Name extends string, Module extends Exports<Name>>(
	load: () => Promise<Module>,
	name: Name,
	fallback?: ReactNode,
) {
	const Part = lazyComponent(load, name);
	return (props: ComponentProps<Module[Name]>) => (
		<Suspense fallback={fallback}>
			<Part {...props} />
		</Suspense>
	);
}

/** Like `lazyPart`, but renders nothing if the code fails to load, because the page works without it. */
export const lazyOrNothing = <Name extends string, Module extends Exports<Name>>(
	load: () => Promise<Module>,
	name: Name,
	fallback?: ReactNode,
) => lazyPart(() => load().catch(() => ({ [name]: () => null }) as unknown as Module), name, fallback);
