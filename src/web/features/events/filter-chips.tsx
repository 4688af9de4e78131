/** A row of filters as links: each is an address, so it can be shared, opened apart, and gone back to. */
import { Link } from 'react-router';
import controls from '../../ui/controls.module.css';

/** Brings the chosen chip into the row's view, without moving the page. */
function showChosen(chip: HTMLAnchorElement | null): void {
	const row = chip?.parentElement;
	if (!chip || !row || row.scrollWidth <= row.clientWidth) return;
	row.scrollLeft = chip.offsetLeft - row.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2;
}

interface FilterChipsProps<Option extends string> {
	label: string;
	options: readonly Option[];
	current: Option;
	name: (option: Option) => string;
	address: (option: Option) => string;
}

export function FilterChips<Option extends string>({
	label,
	options,
	current,
	name,
	address,
}: FilterChipsProps<Option>) {
	return (
		<nav aria-label={label} className={controls.chips}>
			{options.map((option) => (
				<Link
					key={option}
					className={controls.chip}
					to={address(option)}
					aria-current={option === current ? 'true' : undefined}
					ref={option === current ? showChosen : undefined}
				>
					{name(option)}
				</Link>
			))}
		</nav>
	);
}
