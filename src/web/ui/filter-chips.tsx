import { type ReactNode, useEffect, useRef } from 'react';
import { m } from '../i18n/messages.ts';

/** Scrolls the row to the chosen chip, or to its beginning, without scrolling the page. */
function showChosen(row: HTMLElement, chip: Element | undefined): void {
	if (!(chip instanceof HTMLElement)) {
		row.scrollLeft = 0;
		return;
	}
	const start = chip.offsetLeft - row.offsetLeft;
	const space = row.clientWidth - chip.offsetWidth;
	if (start < row.scrollLeft || start > row.scrollLeft + space) row.scrollLeft = start - space / 2;
}

interface FilterChipsProps<Option extends string> {
	label: string;
	options: readonly Option[];
	current: Option | null;
	name: (option: Option) => string;
	/** @returns path and query string of an option's link */
	path: (option: Option) => string;
	/** A chip before the options. The row shows it rather than the chosen one. */
	first?: ReactNode;
	children?: ReactNode;
}

export function FilterChips<Option extends string>({
	label,
	options,
	current,
	name,
	path,
	first,
	children,
}: FilterChipsProps<Option>) {
	const row = useRef<HTMLElement>(null);
	const chosen = first ? 0 : current === null ? -1 : options.indexOf(current);
	// Not a layout effect, which would lay out the page before it is complete.
	useEffect(() => {
		if (row.current) showChosen(row.current, row.current.children[chosen]);
	}, [chosen]);
	return (
		<nav ref={row} aria-label={label} className="chips">
			{first}
			{options.map((option) => (
				<a
					key={option}
					className="chip"
					href={path(option)}
					aria-current={option === current ? 'true' : undefined}
				>
					{name(option)}
				</a>
			))}
			{children}
		</nav>
	);
}

/** A filter that is on, with a link that turns it off. */
export const RemovableChip = ({ name, path }: { name: string; path: string }) => (
	<a className="chip" href={path} aria-current="true" aria-label={m.discover_remove({ name })}>
		{name} ×
	</a>
);
