import type { ConformanceReport } from '../contract/bff-api/developers.ts';
import type { CurrentBrand } from './brand/brand.ts';

/** Which traces are sent where, by OTLP over HTTP. The exporter reads the rest of `OTEL_EXPORTER_OTLP_*` by itself. */
export interface TraceSettings {
	url: string;
	protocol: 'http/protobuf' | 'http/json';
	/** The share of traces that are sent, 0 to 1; `followsParent`: a trace that the proxy began is sent when the proxy says so. */
	sampling: { share: number; followsParent: boolean };
}

/** The BFF's settings; `src/cli/settings.ts` reads them from the environment. */
export interface BffSettings {
	host: string;
	/** 0 for any free port. */
	port: number;
	/** Origin that browsers use; https turns on Secure and `__Host-` cookies and HSTS. */
	publicUrl: string;
	/** Host names, besides that of `publicUrl` and those of this machine, under which requests are served. */
	allowedHosts: readonly string[];
	/** {base_url} and {auth_url} of the service, without a slash at the end. */
	eventsBaseUrl: string;
	eventsAuthUrl: string;
	clientId: string;
	clientSecret: string;
	/** Comma separated, as in Spec §5. */
	scope: string;
	pkce: boolean;
	/** Where the token request carries its parameters. */
	tokenParams: 'body' | 'query';
	/** IANA name, or null. */
	timeZone: string | null;
	/** Folder of the SQLite files and of the generated session key; `:memory:` keeps neither. */
	dataDir: string;
	/** Keys of 32 bytes in base64url, newest first; empty: one is generated into `dataDir`. */
	sessionKeys: readonly string[];
	redisUrl: string | null;
	/** Of every key in Redis; defaults to none. */
	redisPrefix?: string;
	/** Requests per minute that one IP address and one session may make; null: no limits. */
	visitorLimits: { perAddress: number; perSession: number } | null;
	/** Calls of the service that one visitor, or one person, may cause in an hour; null: no limit. */
	visitorCalls: number | null;
	/** The largest `count` that the service takes; defaults to that of the specification. */
	eventsPageSize?: number | undefined;
	/** What the service calls the first element of a list; defaults to 0. */
	eventsPageStart?: number | undefined;
	/** Whether browsers report how fast pages were, for /metrics. */
	webVitals: boolean;
	/** Bearer token that /metrics needs; null: it responds to requests from this machine only. */
	metricsToken: string | null;
	/** Where traces are sent, and which; unset: there are none. */
	traces?: TraceSettings | undefined;
	/** Seconds between "not ready" and the stop, so that a load balancer can take this process out first. */
	drainSeconds: number;
	/** IP addresses and ranges of the proxies whose X-Forwarded-* headers are trusted. */
	trustProxy: false | readonly string[];
	mapTileUrl: string;
	/** Credit for the map; unset: OpenStreetMap's. */
	mapAttribution?: string | undefined;
	/** Origins that images may come from, beside the service's own; empty: any public http(s) origin. */
	imageOrigins: readonly string[];
	/** Origin of the embedded sandbox, when it is the service and its control API is on; undefined for any other service. */
	sandboxControl?: string | undefined;
	/** Checks the embedded sandbox against the specification, for the developers' console. */
	conformance?: (() => Promise<ConformanceReport>) | undefined;
	/** Defaults to Daybill's own. */
	brand?: CurrentBrand | undefined;
	logLevel: string;
	/** Where log lines go; defaults to standard output. */
	logStream?: { write(line: string): void };
	/** Folder of the built web app. */
	webDir: string;
	/** Milliseconds since 1970; defaults to the machine's clock. */
	clock?: () => number;
}
