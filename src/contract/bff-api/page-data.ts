/** The data inside every HTML page, and the function that renders a page on the server. Types only, free for the web bundle. */
import type { Loc } from '../event/loc.ts';
import type { Day } from '../event/wall-clock.ts';
import type { PublicBrand } from './brand.ts';
import type { Front } from './front.ts';
import type { HourCycle, Locale } from './preferences.ts';
import type { PageKind } from './web-vitals.ts';

/** Settings that the app needs before it renders. */
export interface PublicSettings {
	brand: PublicBrand;
	/** Absolute URL of the authorization endpoint. */
	authorization_endpoint: string;
	client_id: string;
	redirect_uri: string;
	scope: string;
	pkce: boolean;
	/** IANA name; null: times are shown as the service sends them. */
	time_zone: string | null;
	map_tile_url: string;
	/** Set unless the map is OpenStreetMap's. */
	map_attribution?: string;
	/** True if the embedded sandbox is the service, with its control API on: the console then shows its controls. */
	sandbox: boolean;
	/** For the developers' console. `token_params`: where the token endpoint reads its parameters. */
	service: { base_url: string; auth_url: string; token_params: 'body' | 'query' };
}

/** JSON inside the HTML, in `<script type="application/json" id="page-data">`. */
export interface PageData {
	settings: PublicSettings;
	/** The city in the URL, if it is known. */
	loc: Loc | null;
	/** Every city, if the page shows them and they are known. */
	locs: readonly Loc[] | null;
	/** Set on a city's front page, if its lists are known. */
	front: Front | null;
	/** Values of GET calls by path (`apiPath`). Lists hold public events only. */
	responses: Record<string, unknown>;
	/** Today at the service; at the server of the site where its time zone is not known. The first render reads no clock. */
	today: Day;
	/** Whether that day has come to its evening. */
	isEvening: boolean;
	/** The clock of the browser that requested the page. */
	hourCycle: HourCycle;
	/** Kind of page in web-vitals reports; null if reports are off. */
	reportAs: PageKind | null;
}

export const pageDataElementId = 'page-data';

/**
 * Renders a page to HTML once its code is loaded. Null if a part of it waits for data: then the browser renders it.
 *
 * @throws whatever a component throws
 */
export type RenderPage = (input: {
	/** Path and query. */
	url: string;
	locale: Locale;
	page: PageData;
}) => Promise<string | null>;
