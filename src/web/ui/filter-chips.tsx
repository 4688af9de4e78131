/** A row of filters as links: each has a URL, so it can be shared, opened in a tab, and gone back to. */
import { Link, useLocation } from 'react-router';
import controls from './controls.module.css';

/** Brings the chosen chip into the row's view, without moving the page. Some browsers have begun there (`scroll-initial-target`). */
function showChosen(chip: HTMLAnchorElement | null): void {
	const row = chip?.parentElement;
	if (!chip || !row) return;
	const at = chip.offsetLeft - row.offsetLeft;
	const room = row.clientWidth - chip.offsetWidth;
	if (at < row.scrollLeft || at > row.scrollLeft + room) row.scrollLeft = at - room / 2;
}

interface FilterChipsProps<Option extends string> {
	label: string;
	options: readonly Option[];
	current: Option | null;
	name: (option: Option) => string;
	/** Path and query of an option. @param search the current query */
	path: (option: Option, search: string) => string;
}

export function FilterChips<Option extends string>({
	label,
	options,
	current,
	name,
	path,
}: FilterChipsProps<Option>) {
	const { search } = useLocation();
	return (
		<nav aria-label={label} className={controls.chips}>
			{options.map((option) => (
				<Link
					key={option}
					className={controls.chip}
					to={path(option, search)}
					aria-current={option === current ? 'true' : undefined}
					ref={option === current ? showChosen : undefined}
				>
					{name(option)}
				</Link>
			))}
		</nav>
	);
}
