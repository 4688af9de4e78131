import { Navigate } from 'react-router';
import { pagePath } from '../../../contract/paths.ts';
import { lastCity } from '../../shared/last-city.ts';
import { CitiesPage } from './cities-page.tsx';

/** The start page: the city of the last visit, or the choice of cities. */
export function HomePage() {
	const city = lastCity();
	return city === null ? <CitiesPage /> : <Navigate to={pagePath.city(city.uid)} replace />;
}
