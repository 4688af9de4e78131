/** The data inside every HTML page, and the function that renders a page on the server. Types only, free for the web bundle. */
import type { Loc } from '../event/loc.ts';
import type { Day } from '../event/wall-clock.ts';
import type { PublicBrand } from './brand.ts';
import type { Front } from './front.ts';
import type { HourCycle, Locale } from './preferences.ts';
import type { PageKind } from './web-vitals.ts';

/** What the app must know about its deployment before it renders. */
export interface PublicSettings {
	brand: PublicBrand;
	/** Absolute URL of the authorization endpoint. */
	authorization_endpoint: string;
	client_id: string;
	redirect_uri: string;
	scope: string;
	pkce: boolean;
	/** IANA name, or null: times are shown as the service sends them. */
	time_zone: string | null;
	map_tile_url: string;
	/** Credit for the map, where that is not OpenStreetMap. */
	map_attribution?: string;
	/** True when the embedded sandbox is the service and its control API is on: only then are its controls shown. */
	sandbox: boolean;
	/** {base_url} and {auth_url} of the service, as the developers' console writes them. */
	service: { base_url: string; auth_url: string };
}

/** JSON inside the HTML, in `<script type="application/json" id="page-data">`. */
export interface PageData {
	settings: PublicSettings;
	/** The city that the URL names, when there is one and it is known. */
	loc: Loc | null;
	/** Every city, where the page shows them all and they are known. */
	locs: readonly Loc[] | null;
	/** The city's front page, where that is the page and its lists are known. */
	front: Front | null;
	/** From the path of a call (`apiPath`) to the value that a GET of it returns. Lists hold public events only. */
	responses: Record<string, unknown>;
	/** Today at the service; at the server of the site where its time zone is not known. The first render reads no clock. */
	today: Day;
	/** The clock of the browser that requested the page. */
	hourCycle: HourCycle;
	/** What the browser reports how fast this page was as; null where reports are off. */
	reportAs: PageKind | null;
}

/** Id of the script element that holds the page data. */
export const pageDataElementId = 'page-data';

/**
 * Renders a page to HTML once its code is loaded. Null when a part of it waits for data: the browser renders it then.
 *
 * @throws whatever a component throws
 */
export type RenderPage = (input: {
	/** Path and query. */
	url: string;
	locale: Locale;
	page: PageData;
}) => Promise<string | null>;
