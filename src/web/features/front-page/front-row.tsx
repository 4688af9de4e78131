/** A scrolling row of events, under a heading that links to the whole list. */
import { Link } from 'react-router';
import type { PublicEvent } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import { moveByArrowKeys } from '../../ui/arrow-keys.ts';
import { EventCard } from '../event-cards/event-card.tsx';
import css from './front-page.module.css';

interface FrontRowProps {
	title: string;
	/** Path of the whole list. */
	path: string;
	events: readonly PublicEvent[];
	/** `lead` is the first row, with large posters; `chart` numbers its events. */
	look: 'lead' | 'plain' | 'chart';
	/** `sizes` of its posters. */
	sizes: string;
}

export function FrontRow({ title, path, events, look, sizes }: FrontRowProps) {
	return (
		<section className={css.row} data-look={look}>
			<h2 className={css.head}>
				<Link to={path}>
					{title} <span className={css.all}>{m.front_see_all()}</span>
				</Link>
			</h2>
			<ul
				className={css.events}
				data-previous={m.discover_previous()}
				data-next={m.discover_next()}
				onKeyDown={moveByArrowKeys}
			>
				{events.map((event, index) => (
					<li key={event.id}>
						<EventCard event={event} isFirst={look === 'lead' && index === 0} sizes={sizes} />
					</li>
				))}
			</ul>
		</section>
	);
}
