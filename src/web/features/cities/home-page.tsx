import { useEffect } from 'react';
import { pagePath } from '../../../contract/paths.ts';
import { lastCity } from '../../shared/last-city.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useNavigate } from '../../ui/use-navigate.ts';
import { CitiesPage } from './cities-page.tsx';

/** The start page: the city of the last visit, else that of the site, else the choice of cities. */
export function HomePage() {
	const { city } = usePageData().settings.brand;
	const uid = lastCity()?.uid ?? city;
	return uid === null ? <CitiesPage /> : <ToCity uid={uid} />;
}

function ToCity({ uid }: { uid: string }) {
	const navigate = useNavigate();
	useEffect(() => navigate(pagePath.city(uid), { replace: true }), [navigate, uid]);
	return null;
}
