/** Cities, types, venues and organizers that a search names, shown above its events. */
import type { ReactNode } from 'react';
import type { NamedBySearch } from '../../../contract/bff-api/search.ts';
import { initialsOf } from '../../../contract/event/initials.ts';
import { pagePath } from '../../../contract/paths.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { moveByArrowKeys } from '../../ui/arrow-keys.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Link } from '../../ui/link.tsx';
import { Poster } from '../../ui/poster.tsx';
import { nameOfType } from '../lists/filter-names.ts';
import css from './search.module.css';

interface NamedLinkProps {
	to: string;
	name: string;
	kind: string;
	children: ReactNode;
}

const NamedLink = ({ to, name, kind, children }: NamedLinkProps) => (
	<li>
		<Link className={css.named} to={to}>
			{children}
			<span>
				<b dir="auto" lang={langOf(name)}>
					{name}
				</b>
				<small>{kind}</small>
			</span>
		</Link>
	</li>
);

const sizePx = 44;

function Image({ name, source, type = null }: { name: string; source: string | null; type?: string | null }) {
	return (
		<span className={css.image}>
			<Poster source={source} alt="" sizes={`${sizePx}px`} type={type} mark={initialsOf(name)} day="" />
		</span>
	);
}

export function NamedResults({ uid, named }: { uid: string; named: NamedBySearch }) {
	const { types, venues, organizers, cities = [] } = named;
	const { types: offered } = usePageData().settings.brand;
	const shown = types.filter(({ type }) => offered.includes(type));
	if (shown.length + venues.length + organizers.length + cities.length === 0) return null;
	const counted = (kind: string, count: number) => `${kind} · ${m.events_found({ count })}`;
	return (
		<ul className={css.all} aria-label={m.discover_named()} onKeyDown={moveByArrowKeys}>
			{cities.map(({ uid: other, name, q }) => (
				<NamedLink
					key={other}
					to={q === '' ? pagePath.city(other) : pagePath.search(other, { q })}
					name={m.discover_in_city({ city: name })}
					kind={q}
				>
					<Image name={name} source={null} />
				</NamedLink>
			))}
			{shown.map(({ type, poster }) => (
				<NamedLink
					key={type}
					to={pagePath.city(uid, { dayType: 'future', type })}
					name={nameOfType(type)}
					kind={m.events_type()}
				>
					<Image name={nameOfType(type)} source={poster} type={type} />
				</NamedLink>
			))}
			{venues.map(({ name, count, poster }) => (
				<NamedLink
					key={name}
					to={pagePath.search(uid, { q: name })}
					name={name}
					kind={counted(m.discover_venue(), count)}
				>
					<Image name={name} source={poster} />
				</NamedLink>
			))}
			{organizers.map(({ person: { id, name, avatar }, count, poster }) => (
				<NamedLink
					key={id}
					to={pagePath.user(id, 'created')}
					name={name}
					kind={counted(m.discover_organizer(), count)}
				>
					<Avatar source={avatar} size={sizePx} placeholder={<Image name={name} source={poster} />} />
				</NamedLink>
			))}
		</ul>
	);
}
