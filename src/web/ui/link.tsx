/** A link within the app. React Router's own includes prefetching for its framework mode, 2 KB of a first visit. */
import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
	to: string;
	/** State of the new history entry. */
	state?: unknown;
}

export function Link({ to, state, onClick, ...props }: LinkProps) {
	const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state });
	return (
		<a
			{...props}
			href={useHref(to)}
			onClick={(click) => {
				onClick?.(click);
				if (!click.defaultPrevented) follow(click);
			}}
		/>
	);
}
