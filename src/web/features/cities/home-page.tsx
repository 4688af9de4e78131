import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { pagePath } from '../../../contract/paths.ts';
import { lastCity } from '../../shared/last-city.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { CitiesPage } from './cities-page.tsx';

/** The start page: the city of the last visit, else that of the site, else the choice of cities. */
export function HomePage() {
	const { city } = usePageData().settings.brand;
	// The BFF leads to the city by a cookie, and renders the choice of cities for a browser without one.
	const isInBrowser = useInBrowser();
	const uid = isInBrowser ? (lastCity()?.uid ?? city) : null;
	return uid === null ? <CitiesPage /> : <ToCity uid={uid} />;
}

function ToCity({ uid }: { uid: string }) {
	const navigate = useNavigate();
	useEffect(() => void navigate(pagePath.city(uid), { replace: true }), [navigate, uid]);
	return null;
}
