/** Data embedded in the HTML of the app's pages, and the function that renders a page on the server. */
import type { Loc } from '../event/loc.ts';
import type { WallClock } from '../event/wall-clock.ts';
import type { PublicBrand } from './brand.ts';
import type { Front } from './front.ts';
import type { Formats, Locale } from './preferences.ts';
import type { PageKind } from './web-vitals.ts';

/** Settings that the app needs before it renders. */
export interface PublicSettings {
	brand: PublicBrand;
	/** Where people sign in: a name, or a host. */
	service_name: string;
	authorization_endpoint: string;
	client_id: string;
	redirect_uri: string;
	scope: string;
	pkce: boolean;
	/** IANA name; null if unknown: times are then shown as the service sends them. */
	time_zone: string | null;
	map_tile_url: string;
	/** Set unless the tiles are OpenStreetMap's. */
	map_attribution?: string;
	/** Whether the service is the embedded sandbox with its control API on. */
	sandbox: boolean;
	/**
	 * Used by the developers' console. `token_params`: where the token endpoint reads its parameters; `page_start`: the
	 * position of a list's first element; `client_secret`: the secret of the embedded sandbox's demo application, sent
	 * only to browsers on its machine.
	 */
	service: {
		base_url: string;
		auth_url: string;
		token_params: 'body' | 'query';
		page_start: number;
		client_secret?: string;
	};
}

/** JSON in the HTML, in `<script type="application/json" id="page-data">`. */
export interface PageData {
	settings: PublicSettings;
	/** The city of a city's front page, list or search; else null. */
	loc: Loc | null;
	/** All cities; null if the page doesn't show them or they are unknown. */
	locs: readonly Loc[] | null;
	/** The first rows of a city's front page if the BFF could read its lists; on the list of cities, the first city's. */
	front: Front | null;
	/** Responses to GET calls, by path (`apiPath`). Lists hold public events only. */
	responses: Record<string, unknown>;
	/** Time of rendering: the service's wall clock, or the BFF's if the service's zone is unknown. */
	now: WallClock;
	/** Preferred by the browser that requested the page. */
	formats: Formats;
	/** Kind of page in web-vitals reports; null if reports are off. */
	reportAs: PageKind | null;
}

export const pageDataElementId = 'page-data';

/**
 * Renders a page as HTML. Null if part of the page waits for data: the browser then renders it.
 *
 * @throws whatever a component throws
 */
export type RenderPage = (input: {
	/** Path and query. */
	url: string;
	locale: Locale;
	page: PageData;
}) => Promise<string | null>;
