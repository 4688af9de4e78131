import type { ConformanceReport } from '../contract/bff-api/conformance.ts';
import type { CurrentBrand } from './brand/brand.ts';

/** Where to send traces (OTLP over HTTP). The exporter reads the other `OTEL_EXPORTER_OTLP_*` variables itself. */
export interface TraceSettings {
	url: string;
	protocol: 'http/protobuf' | 'http/json';
	/** `share` of requests to trace: 0 to 1. `followsParent`: if a proxy has traced a request, the proxy decides. */
	sampling: { share: number; followsParent: boolean };
}

/** The BFF's settings; `src/cli/settings.ts` reads them from the environment. */
export interface BffSettings {
	host: string;
	/** 0: any free port. */
	port: number;
	/** The site's origin in browsers; https turns on Secure and `__Host-` cookies and HSTS. */
	publicUrl: string;
	/** Host names to serve, besides `publicUrl`'s and this machine's. */
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
	tokenParams: 'body' | 'query';
	/** IANA name of the service's time zone; null if unknown. */
	timeZone: string | null;
	/** Folder for SQLite files and the generated session key; with `:memory:`, no file is written. */
	dataDir: string;
	/** 32 bytes each in base64url, newest first; if empty, one is generated into `dataDir`. */
	sessionKeys: readonly string[];
	/** One URL, or several separated by commas: Sentinels if `redisSentinelName` is set, else nodes of a Cluster. */
	redisUrl: string | null;
	/** Begins all keys in Redis or SQLite. */
	storePrefix?: string;
	/** The Sentinels' name for the primary. */
	redisSentinelName?: string | null;
	/** Requests per minute; null: unlimited, as are concurrent requests. */
	visitorLimits: { perAddress: number; perSession: number } | null;
	/** Calls to the service that a visitor or a person may cause per hour; null for no limit. */
	visitorCalls: number | null;
	/** Calls in progress, by visitor or person; the default is in `limits.ts`, or unlimited without `visitorCalls`. */
	callsAtOnce?: number;
	/** The service's `start` for the first element of a list: 0 or 1. */
	eventsPageStart: number;
	/** How long an event or a list is shown before it is read again. */
	eventsMaxAgeMs: number;
	/** How long a list of cities is shown before it is read again. */
	citiesMaxAgeMs: number;
	webVitals: boolean;
	/** Bearer token for /metrics; null: only this machine may read it. */
	metricsToken: string | null;
	traces?: TraceSettings | undefined;
	/** Time between `/readyz` answering 503 and the shutdown, so that load balancers notice. */
	drainSeconds: number;
	/** IP addresses and ranges of proxies whose X-Forwarded-* headers are trusted. */
	trustProxy: false | readonly string[];
	mapTileUrl: string;
	mapAttribution?: string | undefined;
	/** Origins of images, besides the service's; if empty, every public http(s) origin without a port. */
	imageOrigins: readonly string[];
	/** `Referer` of requests for images: some servers send images only to their own pages. */
	imageReferer?: string | undefined;
	/** The embedded sandbox, if it is the service and its control API is on. */
	sandbox?: { origin: string; checkConformance: () => Promise<ConformanceReport> } | undefined;
	brand?: CurrentBrand | undefined;
	logLevel: string;
	logStream?: { write(line: string): void };
	webDir: string;
	/** Returns milliseconds since 1970; the machine's clock by default. */
	clock?: () => number;
}
