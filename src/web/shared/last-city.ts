/** The city that the visitor saw last: a cookie, because the BFF redirects to it from `/`. */
import { preferenceCookies } from '../../contract/bff-api/preferences.ts';
import { findLoc, type Loc } from '../../contract/event/loc.ts';
import { attempt } from '../ui/attempt.ts';
import { useInBrowser } from '../ui/use-in-browser.ts';
import { usePageData } from './page-data.tsx';
import { saveChoice, savedChoice } from './preference-cookies.ts';

type LastCity = Pick<Loc, 'uid' | 'name'>;

export const rememberCity = ({ uid, name }: LastCity): void =>
	saveChoice(preferenceCookies.city, encodeURIComponent(`${uid}\n${name}`));

const savedCity = (): string | null => savedChoice(preferenceCookies.city) ?? null;

function readCity(saved: string | null): LastCity | null {
	const [uid = '', name = uid] = attempt(() => decodeURIComponent(saved ?? ''))?.split('\n') ?? [];
	return uid === '' ? null : { uid, name };
}

export const lastCity = (): LastCity | null => readCity(savedCity());

/** Null in the first render, which must equal the server's, and if the city isn't among the page's cities. */
export function useLastCity(): LastCity | null {
	const { locs } = usePageData();
	const last = readCity(useInBrowser(savedCity, null));
	return last && locs && !findLoc(locs, last.uid) ? null : last;
}

/** Short name of the last city, else of the site's default city. Null without either, and in the first render. */
export function useHomeCity(): string | null {
	const { city } = usePageData().settings.brand;
	const home = useInBrowser(() => city, null);
	return useLastCity()?.uid ?? home;
}
