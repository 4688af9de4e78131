import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { isCity, type Loc } from '../../../contract/event/loc.ts';
import { m } from '../../i18n/messages.ts';
import { PageError } from '../../shared/error-notice.tsx';
import { rememberCity } from '../../shared/last-city.ts';
import { NotFoundPage } from '../../shared/page.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { Loading } from '../../ui/texts.tsx';
import { cityQueries } from './city-queries.ts';

/**
 * The Latin short name of a city whose name is in another script: “Beijing” for 北京. Null if the name is already Latin
 * or the short name isn't.
 */
export function latinName({ name, uid }: Pick<Loc, 'name' | 'uid'>): string | null {
	if (/\p{Script=Latin}/u.test(name) || !/^\p{Script=Latin}[\p{Script=Latin}' _-]*$/u.test(uid)) return null;
	return uid.replaceAll(/[_-]/g, ' ').replaceAll(/(^| )\p{L}/gu, (letter) => letter.toUpperCase());
}

interface LatinNameProps {
	city: Pick<Loc, 'name' | 'uid'>;
	className?: string | undefined;
}

export function LatinName({ city, className }: LatinNameProps) {
	const latin = latinName(city);
	if (latin === null) return null;
	return (
		<>
			{' '}
			<span className={className}>{latin}</span>
		</>
	);
}

/** Loads a page's city; renders placeholders while loading, and an error page if that fails. */
export function WithCity({ uid, children }: { uid: string; children: (city: Loc) => ReactNode }) {
	const { data: city, error, refetch } = useQuery(cityQueries.one(uid, usePageData()));
	useEffect(() => {
		if (city != null) rememberCity(city);
	}, [city]);
	if (error && city === undefined) return <PageError error={error} onRetry={() => void refetch()} />;
	if (city === undefined) return <Loading />;
	return city === null ? <UnknownCity uid={uid} /> : children(city);
}

function UnknownCity({ uid }: { uid: string }) {
	const { data: all = [] } = useQuery(cityQueries.all(usePageData()));
	const text = m.app_city_unknown({ q: uid, count: all.filter(isCity).length });
	return <NotFoundPage title={m.words_city_not_found()} text={text} />;
}
