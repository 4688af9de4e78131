import type { ConformanceReport } from '../contract/bff-api/conformance.ts';
import type { CurrentBrand } from './brand/brand.ts';

/** Tracing by OTLP over HTTP. The exporter reads the other `OTEL_EXPORTER_OTLP_*` variables itself. */
export interface TraceSettings {
	url: string;
	protocol: 'http/protobuf' | 'http/json';
	/** `share` is 0 to 1; `followsParent`: the proxy decides for traces that it started. */
	sampling: { share: number; followsParent: boolean };
}

/** The BFF's settings; `src/cli/settings.ts` reads them from the environment. */
export interface BffSettings {
	host: string;
	/** 0: any free port. */
	port: number;
	/** The browsers' origin; https turns on Secure and `__Host-` cookies and HSTS. */
	publicUrl: string;
	/** In addition to the host of `publicUrl` and the names of this machine. */
	allowedHosts: readonly string[];
	/** {base_url} and {auth_url}, without a trailing slash. */
	eventsBaseUrl: string;
	eventsAuthUrl: string;
	eventsName: string;
	clientId: string;
	clientSecret: string;
	/** Comma-separated, as in Spec §5. */
	scope: string;
	pkce: boolean;
	/** Where the parameters of a token request are sent. */
	tokenParams: 'body' | 'query';
	/** IANA name, or null if unknown. */
	timeZone: string | null;
	/** Folder for SQLite files and the generated session key; `:memory:` stores neither. */
	dataDir: string;
	/** 32 bytes each in base64url, newest first; if empty, one is generated into `dataDir`. */
	sessionKeys: readonly string[];
	/** Of one server, or several separated by commas: Sentinels if `redisSentinelName` is set, else nodes of a Cluster. */
	redisUrl: string | null;
	redisPrefix?: string;
	/** The Sentinels' name for the primary. */
	redisSentinelName?: string | null;
	/** Requests per minute; null: no limits. */
	visitorLimits: { perAddress: number; perSession: number } | null;
	/** Calls to the service per hour, by visitor or person; null: no limit. */
	visitorCalls: number | null;
	/** Calls in progress, by visitor or person; the default is in `limits.ts`, or unlimited without `visitorCalls`. */
	callsAtOnce?: number;
	/** The largest `count` of the service; 0 if it rejects `start` and `count`. */
	eventsPageSize: number;
	/** Position of a list's first element. */
	eventsPageStart: number;
	/** How long an event or a list is shown before it is read again. */
	eventsMaxAgeMs: number;
	/** The same for cities; a day by default. */
	citiesMaxAgeMs?: number;
	webVitals: boolean;
	/** Bearer token for /metrics; null: only this machine may read it. */
	metricsToken: string | null;
	traces?: TraceSettings | undefined;
	/** Time between "not ready" and shutdown, for load balancers. */
	drainSeconds: number;
	/** IP addresses and ranges of proxies whose X-Forwarded-* headers are trusted. */
	trustProxy: false | readonly string[];
	mapTileUrl: string;
	mapAttribution?: string | undefined;
	/** In addition to the service's own; if empty, any public http(s) origin. */
	imageOrigins: readonly string[];
	/** Sent with requests for images, for hosts that want the URL of a page. */
	imageReferer?: string | undefined;
	/** The embedded sandbox, if it is the service and its control API is on. */
	sandbox?: { origin: string; checkConformance: () => Promise<ConformanceReport> } | undefined;
	brand?: CurrentBrand | undefined;
	logLevel: string;
	logStream?: { write(line: string): void };
	webDir: string;
	/** Milliseconds since 1970; defaults to the machine's clock. */
	clock?: () => number;
}
