import { EventCardSkeleton } from './event-card.tsx';
import css from './event-list.module.css';

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Takes the place of a list while it loads; seen where that takes a while. */
export function EventListSkeleton() {
	return (
		<div className={css.grid} data-late>
			{skeletons.map((each) => (
				<EventCardSkeleton key={each} />
			))}
		</div>
	);
}
