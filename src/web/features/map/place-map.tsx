/** Map of an event's place. Its tiles come from a third party, so they load only after a tap. */
import { useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-component.tsx';
import css from './place-map.module.css';

const SmallMap = lazyPart(() => import('./small-map.tsx'), 'SmallMap', <div className={css.map} />);

export function PlaceMap({ event }: { event: Event }) {
	const [isShown, setShown] = useState(false);
	if (event.geo === null) return null;
	return (
		<section className="section" aria-label={m.events_where()}>
			{isShown ? (
				<SmallMap event={event} />
			) : (
				<p>
					<Button onTap={() => setShown(true)}>{m.events_show_map()}</Button>
				</p>
			)}
		</section>
	);
}
