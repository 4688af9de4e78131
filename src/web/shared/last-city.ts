import { preferenceCookies } from '../../contract/bff-api/preferences.ts';
import type { Loc } from '../../contract/event/loc.ts';
import { parseJson } from '../ui/attempt.ts';
import { useInBrowser } from '../ui/use-in-browser.ts';
import { usePageData } from './page-data.tsx';
import { saveChoice } from './preference-cookies.ts';
import { browserStorage } from './storage.ts';

const storageKey = 'daybill.city';
type LastCity = Pick<Loc, 'uid' | 'name'>;

export function rememberCity({ uid, name }: LastCity): void {
	browserStorage.writeJson(storageKey, { uid, name });
	// The server renders this city at `/`.
	saveChoice(preferenceCookies.city, encodeURIComponent(uid));
}

export function lastCity(): LastCity | null {
	return browserStorage.readJson(storageKey) as LastCity | null;
}

/** Short name of the last city, else of the site's default one; null without either, and in the first render. */
export function useHomeCity(): string | null {
	const { city } = usePageData().settings.brand;
	return useInBrowser(() => lastCity()?.uid ?? city, null);
}

/** Null on the server and in the first render, which must equal the server's. */
export function useLastCity(): LastCity | null {
	return parseJson(useInBrowser(() => browserStorage.read(storageKey), null) ?? 'null') as LastCity | null;
}
