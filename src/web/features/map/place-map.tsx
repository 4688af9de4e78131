/** Map of an event's place. Its tiles come from a third party, so they load only after a tap. */
import { Suspense, useState } from 'react';
import type { Event } from '../../../contract/event/event.ts';
import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import css from './place-map.module.css';

const SmallMap = lazyComponent(() => import('./small-map.tsx'), 'SmallMap');

export function PlaceMap({ event }: { event: Event }) {
	const [isShown, setShown] = useState(false);
	if (event.geo === null) return null;
	return (
		<section className={css.place} aria-label={m.events_where()}>
			{isShown ? (
				<Suspense fallback={<div className={css.map} />}>
					<SmallMap event={event} />
				</Suspense>
			) : (
				<div className={css.map}>
					<Button onTap={() => setShown(true)}>{m.events_show_map()}</Button>
				</div>
			)}
		</section>
	);
}
