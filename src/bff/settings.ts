import type { ConformanceReport } from '../contract/session.ts';

/** What the BFF is told at its start; `src/settings.ts` makes it from the environment (design §3). */
export interface BffSettings {
	host: string;
	/** 0 takes any free port. */
	port: number;
	/** Origin that browsers use; https turns on Secure and `__Host-` cookies and HSTS. */
	publicUrl: string;
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
	/** Folder of sessions.sqlite and of the generated session key; `:memory:` keeps neither. */
	dataDir: string;
	/** Keys of 32 bytes in base64url, newest first; empty: one is generated into `dataDir`. */
	sessionKeys: readonly string[];
	redisUrl: string | null;
	/** Calls a minute that one address and one session may make; null: no limits. */
	visitorLimits: { perAddress: number; perSession: number } | null;
	/** What a program must send as bearer token to read /metrics; null: only programs on this machine may. */
	metricsToken: string | null;
	/** Seconds between saying "not ready" and stopping, so that a load balancer takes this process out first. */
	drainSeconds: number;
	/** Proxies whose X-Forwarded-* headers are believed. */
	trustProxy: false | readonly string[];
	mapTileUrl: string;
	/** Whose map it is; unset: OpenStreetMap. */
	mapAttribution?: string | undefined;
	/** Origins that pictures may come from; empty: the service's own, and any public https origin. */
	imageOrigins: readonly string[];
	/** Origin of the embedded sandbox, when it is the service and has its control API; undefined in front of any other. */
	sandboxControl?: string | undefined;
	/** Checks the embedded sandbox against the specification, for the developers' console. */
	conformance?: (() => Promise<ConformanceReport>) | undefined;
	logLevel: string;
	/** Where log lines go; standard output unless told. */
	logStream?: { write(line: string): void };
	/** Folder of the built web app. */
	webDir: string;
	/** Milliseconds since 1970; the machine's clock unless told. */
	clock?: () => number;
}
