/**
 * What the web app and the BFF say to each other beside the specification's operations (design §4):
 * the session, the refusals, and the data inside the first page. Types only, so free for the web bundle.
 */

import type { Locale } from './choices.ts';
import type { Event, Loc } from './resources.ts';

/** Header that every call under /auth and /api carries, with the value `1`; its absence is a 403. */
export const csrfHeader = 'X-CSRF';

/**
 * Header of the developers' console: the call goes to the service itself, past cache and cut, `anonymous` without a
 * token or as the `session`'s user, and the answer comes as it is.
 */
export const directHeader = 'X-Daybill-Direct';

/** Prefix of the specification's operations at the BFF: `/api` + path of the operation. */
export const apiPrefix = '/api';

/** Body of `POST /auth/login`: the state that the sign-in about to start will carry. Answer: 204 and the nonce cookie. */
export interface LoginRequest {
	state: string;
}

/** Body of `POST /auth/token`. Answer: a {@link Session}; the service's own error body; or a {@link Problem}. */
export type TokenRequest =
	| { grant_type: 'authorization_code'; code: string; state: string; code_verifier?: string | undefined }
	| { grant_type: 'refresh_token' };

/** The rate-limit headers last seen for this session (Spec §8); null where the service sent none. */
export interface RateLimit {
	user_limit: number | null;
	user_remaining: number | null;
	ip_limit: number | null;
	ip_remaining: number | null;
	/** When they were seen, ISO 8601. */
	seen_at: string;
}

/** Answer of `GET /auth/session`: the only proof of being signed in. */
export type Session =
	| {
			signed_in: false;
			/** Why a session that this browser had is over, told once. */
			ended?: ProblemReason;
	  }
	| {
			signed_in: true;
			service_user_id: string;
			scope: string;
			/** When the access token was received and when its life, counted from then, is over: ISO 8601. */
			token_received_at: string;
			token_expires_at: string;
			rate_limit: RateLimit | null;
	  };

/** Machine-readable reasons of the BFF's own refusals. */
export type ProblemReason =
	| 'signed_out'
	| 'session_expired'
	| 'access_revoked'
	| 'password_changed'
	| 'user_blocked'
	| 'csrf'
	| 'login_mismatch'
	| 'invalid_request'
	| 'not_found'
	| 'method_not_allowed'
	| 'too_many_requests'
	| 'service_unreachable'
	| 'service_timeout'
	| 'service_invalid_answer'
	| 'overloaded'
	| 'store_unreachable'
	| 'internal';

/** Body of the BFF's own errors, `application/problem+json` (RFC 9457). */
export interface Problem {
	type: 'about:blank';
	title: string;
	status: number;
	detail: string;
	reason: ProblemReason;
	/** The service's code that led here, where one did. */
	code?: number;
}

/** Answer of `/auth/calendar` (GET, POST, DELETE): the secret address of one's own calendar is told once, when it is made. */
export interface CalendarAddress {
	exists: boolean;
	address?: string;
}

/** How much of a city the BFF's own search knows, and how old that is. */
interface IndexState {
	/** Events in the index, and events that the service lists for the city. */
	indexed: number;
	listed: number;
	/** False while the index is still being read. */
	is_complete: boolean;
	/** When the reading of what is known began, ISO 8601. */
	indexed_at: string;
}

/**
 * Answer of `GET /search/cities/:uid?q&day&from&to&type&start&count`: the BFF's own search, since the specification has
 * none. Without `q`, for a `day`: everything on that day, by its start.
 */
export interface SearchAnswer extends IndexState {
	/** The best ones first; events are cut as in lists. `terms` are the words of the event that fit, for marking. */
	hits: { event: Event; terms: string[] }[];
	/** How many fit in all. */
	total: number;
}

/** Answer of `GET /search/cities/:uid/days?from&to&q&type`: what a calendar shows of a range of days. */
export interface DaysAnswer extends IndexState {
	/** How many events are on, by day, `YYYY-MM-DD`; days without any are left out, and so is what runs for weeks. */
	days: Record<string, number>;
	/** Events that last several days, though not weeks: by their start, at most as many as a calendar can show. */
	spans: Event[];
}

/** Answer of `POST /developers/conformance`: the check's report, findings as sentences. */
export interface ConformanceReport {
	/** How many checks have each verdict. */
	counts: Readonly<Record<string, number>>;
	/** In the order of the specification. */
	results: readonly {
		id: string;
		section: string;
		states: string;
		verdict: string;
		findings: readonly string[];
	}[];
}

/** What the app must know of its deployment before anything renders. */
export interface PublicSettings {
	/** Absolute address of the authorization endpoint. */
	authorization_endpoint: string;
	client_id: string;
	redirect_uri: string;
	scope: string;
	pkce: boolean;
	/** IANA name, or null: times are shown as the service sends them. */
	time_zone: string | null;
	map_tile_url: string;
	/** Whose map it is, where that is not OpenStreetMap. */
	map_attribution?: string;
	/** True when the embedded sandbox is the service and lets itself be controlled: only then are its controls offered. */
	sandbox: boolean;
	/** {base_url} and {auth_url} of the service, as the developers' console writes them. */
	service: { base_url: string; auth_url: string };
}

/**
 * JSON inside the HTML, in `<script type="application/json" id="page-data">`.
 * `answers` maps an address under /api to the body a GET of it would have returned.
 */
export interface PageData {
	settings: PublicSettings;
	/** The city of the address, when there is one and it is known. */
	loc: Loc | null;
	/** Every city, where the screen shows them all and they are known. */
	locs: readonly Loc[] | null;
	answers: Record<string, unknown>;
	/** The day at the service, `YYYY-MM-DD`, where its time zone is known: for the first render, which asks no clock. */
	today: string | null;
}

/**
 * Renders a screen of the app, once its parts are loaded. Null where one of them waits for data: the browser draws it then.
 *
 * @throws whatever a component throws
 */
export type RenderScreen = (input: {
	/** Path and query. */
	address: string;
	locale: Locale;
	page: PageData;
}) => Promise<string | null>;

export const pageDataElementId = 'page-data';

/** List answers of the BFF leave out these fields of each event, and say so with this header. */
export const cutFields = ['content', 'album', 'adapt_url', 'alt'] as const;
export const cutHeader = 'X-Daybill-Cut';

/** Widths in CSS pixels times density that the image proxy offers; others are refused. */
export const imageWidths = [96, 192, 320, 480, 640, 960, 1280] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** Widths in which a poster is offered, and how wide it is shown: the app's `srcset` and `sizes`, and the BFF's preload. */
const posterWidths: readonly ImageWidth[] = [192, 320, 480, 640, 960];
export const posterSizes = {
	card: '(min-width: 60rem) 15rem, (min-width: 36rem) 30vw, 38vw',
	event: '(min-width: 60rem) 26rem, min(26rem, 40vh)',
} as const;

/** The `srcset` of a poster. @param source absolute address of the picture */
export function posterSourceSet(source: string): string {
	return posterWidths.map((width) => `${imageAddress(source, width)} ${width}w`).join(', ');
}

/**
 * Address at the BFF's image proxy of a picture that a service named.
 *
 * @param source absolute http(s) address of the picture
 * @param width of the answer in pixels; the picture is never enlarged nor cropped
 */
export function imageAddress(source: string, width: ImageWidth): string {
	return `/images/${width}?src=${encodeURIComponent(source)}`;
}
