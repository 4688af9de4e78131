import { Navigate } from 'react-router';
import { addressOf } from '../../app/addresses.ts';
import { CitiesPage } from './cities-page.tsx';
import { lastCity } from './last-city.ts';

/** The start: the city of last time, or the chooser. */
export function HomePage() {
	const city = lastCity();
	return city === null ? <CitiesPage /> : <Navigate to={addressOf.city(city.uid)} replace />;
}
