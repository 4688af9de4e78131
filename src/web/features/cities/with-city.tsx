/** Loads a page's city; renders placeholders while loading, and an error page if that fails. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Loc } from '../../../contract/event/loc.ts';
import { m } from '../../i18n/messages.ts';
import { PageError } from '../../shared/error-notice.tsx';
import { rememberCity } from '../../shared/last-city.ts';
import { NotFoundPage } from '../../shared/not-found-page.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { Loading } from '../../ui/loading.tsx';
import { cityQueries } from './city-queries.ts';

export function WithCity({ uid, children }: { uid: string; children: (city: Loc) => ReactNode }) {
	const { data: city, error, refetch } = useQuery(cityQueries.one(uid, usePageData()));
	useEffect(() => {
		if (city != null) rememberCity(city);
	}, [city]);
	if (error && city === undefined) return <PageError error={error} onRetry={() => void refetch()} />;
	if (city === undefined) return <Loading />;
	if (city === null)
		return <NotFoundPage title={m.words_city_not_found()} text={m.app_unknown_city_text({ uid })} />;
	return children(city);
}
