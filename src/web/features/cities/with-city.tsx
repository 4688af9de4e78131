import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { isCity, type Loc } from '../../../contract/event/loc.ts';
import { m } from '../../i18n/messages.ts';
import { NotFoundPage, PageError } from '../../shared/error-notice.tsx';
import { rememberCity } from '../../shared/last-city.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { Loading } from '../../ui/placeholders.tsx';
import { cityQueries } from './city-queries.ts';

/** Loads a page's city. Renders placeholders until it is loaded, and an error page if that fails. */
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
