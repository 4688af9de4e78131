/**
 * The settings of both servers. One table defines all environment variables, so that a failed start lists
 * every wrong one. Elsewhere, only `check` reads single variables.
 */
import { hash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { pagePatterns } from '../contract/paths.ts';
import { scopes } from '../contract/spec/levels.ts';
import { isLoopbackName } from './host-names.ts';
import { demoApplication, sandboxName, sandboxTimeZone } from './sandbox-defaults.ts';
import { isZone } from './zones.ts';

/** The settings are wrong; `problems` has one line each, with the variable and the expected value. */
export class SettingsError extends Error {
	override readonly name = 'SettingsError';
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		const what = problems.length === 1 ? 'A setting is' : 'Some settings are';
		super([`Daybill cannot start. ${what} wrong:`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
		this.problems = problems;
	}
}

/** Text that matches a pattern or passes a test. @param expects the valid value, for error messages */
const text = (expects: string, test: RegExp | ((value: string) => boolean) = /./s) =>
	z.string().refine((value) => (test instanceof RegExp ? test.test(value) : test(value)), expects);

const oneOf = <const Word extends string>(...words: Word[]) =>
	z.enum(words, `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);

const onOff = oneOf('on', 'off').transform((value) => value === 'on');

const whole = (expects: string, pattern: RegExp, max = Number.POSITIVE_INFINITY) =>
	text(expects, (value) => pattern.test(value) && Number(value) <= max).transform(Number);

const port = whole('a port number, 0 to 65535', /^\d{1,5}$/, 65_535);

const list = (expects: string, isItem: (item: string) => boolean) =>
	z
		.string()
		.transform((value) => value.split(',').flatMap((item) => item.trim() || []))
		.refine((items) => items.length > 0 && items.every(isItem), expects);

const isHttpUrl = (value: string) => {
	const { protocol = '', username, password, search, hash } = URL.parse(value) ?? {};
	return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
};

/** False if the password has an unescaped `/`, `?` or `#`: what follows would be a path, which messages may show. */
const isRedisUrl = (value: string) => {
	const { protocol, hostname, pathname, search, hash } = URL.parse(value) ?? {};
	const isOnlyHost = hostname !== '' && search === '' && hash === '' && !/%(?![\da-f]{2})/i.test(value);
	return isOnlyHost && /^rediss?:$/.test(protocol ?? '') && /^\/?\d*$/.test(pathname ?? '');
};

/** A URL to append paths to. It may have a path of its own; trailing slashes are removed. */
const baseUrl = (expects: string) =>
	text(expects, isHttpUrl).transform((value) => {
		const { origin, pathname } = new URL(value);
		return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
	});

const isHost = (host: string) => /^([\w.-]+|\[[\da-f:.]+\])$/i.test(host) && URL.canParse(`http://${host}`);

const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const isTileUrl = (value: string) =>
	URL.canParse(value.replaceAll(/[{}]/g, '')) && ['{z}', '{x}', '{y}'].every((part) => value.includes(part));

/** Every variable. An empty one (`PORT=`) counts as unset, as in most .env files. */
const variables = {
	PORT: port.default(3000),
	HOST: text('a host name or an IP address', /^[\w.:-]+$/).default('127.0.0.1'),
	PUBLIC_URL: text(
		'an origin such as https://events.example, without a path',
		(value) => isHttpUrl(value) && new URL(value).pathname === '/',
	)
		.transform((value) => new URL(value).origin)
		.optional(),
	ALLOWED_HOSTS: list('host names or IP addresses without a port, separated by commas', isHost).default([]),
	EVENTS_BASE_URL: baseUrl('an http(s) URL, {base_url} of the service').optional(),
	EVENTS_AUTH_URL: baseUrl('an http(s) URL, {auth_url} of the service').optional(),
	EVENTS_NAME: text('the name of the service, up to 60 characters', /^.{1,60}$/).optional(),
	EVENTS_MAX_AGE_SECONDS: whole('a number of seconds from 10 to 3600', /^[1-9]\d+$/, 3600).default(600),
	EVENTS_PAGE_START: whole('0 or 1', /^[01]$/).default(0),
	OAUTH_CLIENT_ID: text('the application key').default(demoApplication.clientId),
	OAUTH_CLIENT_SECRET: text('the application secret').default(demoApplication.clientSecret),
	OAUTH_SCOPE: text(
		`scopes separated by commas, such as ${scopes.join(',')}`,
		/^[\w.:/-]+(,[\w.:/-]+)*$/,
	).default(scopes.join(',')),
	OAUTH_PKCE: onOff.default(false),
	OAUTH_TOKEN_PARAMS: oneOf('body', 'query').default('body'),
	EVENTS_TIME_ZONE: text('an IANA time zone such as Asia/Shanghai', isZone).optional(),
	DATA_DIR: text('a folder').default('./data'),
	BRAND_DIR: text('a folder with a brand.json').optional(),
	SESSION_KEYS: list('one or more keys of 32 bytes in base64url, separated by commas, newest first', (key) =>
		/^[\w-]{43}=?$/.test(key),
	).default([]),
	REDIS_URL: text(
		'redis://host:port, or several separated by commas (for Sentinels, also set REDIS_SENTINEL_NAME), rediss for TLS, with special characters of the password percent-encoded',
		(value) => value.split(',').every(isRedisUrl),
	).optional(),
	REDIS_SENTINEL_NAME: text("the Sentinels' name for the primary", /^[\w.-]+$/).optional(),
	REDIS_PREFIX: text('up to 50 letters, digits, or _ - . :', /^[\w:.-]{1,50}$/).optional(),
	VISITOR_LIMITS: text(
		'off, or requests a minute by IP address and by session, such as 1200,300',
		/^(off|[1-9]\d{0,6},[1-9]\d{0,6})$/,
	)
		.transform((value) => {
			const [perAddress = 0, perSession = 0] = value.split(',').map(Number);
			return value === 'off' ? null : { perAddress, perSession };
		})
		.default({ perAddress: 1_200, perSession: 300 }),
	VISITOR_CALLS: text(
		'off, or calls to the service per visitor and hour, such as 250',
		/^(off|[1-9]\d{0,6})$/,
	)
		.transform((value) => (value === 'off' ? null : Number(value)))
		.optional(),
	WEB_VITALS: onOff.default(true),
	METRICS_TOKEN: text('a secret of 16 characters or more', /^.{16,}$/).optional(),
	DRAIN_SECONDS: whole('a whole number of seconds', /^\d{1,3}$/).default(0),
	OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl('an http(s) URL that /v1/traces is added to').optional(),
	OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text('an http(s) URL', isHttpUrl).optional(),
	OTEL_EXPORTER_OTLP_PROTOCOL: oneOf('http/protobuf', 'http/json').default('http/protobuf'),
	OTEL_TRACES_SAMPLER_ARG: whole('a share from 0 to 1', /^(0|1|[01]?\.\d+)$/, 1).default(1),
	TRUST_PROXY: list(
		'off, or IP addresses and ranges of trusted proxies separated by commas',
		(range) => range === 'off' || addressRange.safeParse(range).success,
	)
		.transform((ranges) => !ranges.includes('off') && ranges)
		.default(false),
	MAP_TILE_URL: text('a raster tile URL with {z}, {x} and {y}', isTileUrl).default(
		'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
	),
	MAP_ATTRIBUTION: text('text of at most 200 characters', /^.{1,200}$/s).optional(),
	IMAGE_ORIGINS: list(
		'origins such as https://img.example separated by commas',
		(origin) => URL.parse(origin)?.origin === origin,
	).default([]),
	IMAGE_REFERER: text('an http(s) URL', isHttpUrl).optional(),
	LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('warn'),
	SANDBOX_PORT: port.default(3100),
	SANDBOX_DB: text('a file, or :memory:').optional(),
	SANDBOX_CONTROL: onOff.optional(),
	SANDBOX_ANONYMOUS_LIMIT: whole('a whole number of calls per hour', /^\d{1,9}$/).optional(),
	SANDBOX_REQUIRE_HTTPS: onOff.default(false),
};
const schema = z.object(variables);
export const settingNames: ReadonlySet<string> = new Set(Object.keys(variables));
type Values = z.output<typeof schema>;

/** Settings whose values never appear in messages. */
const secrets: ReadonlySet<string> = new Set([
	'OAUTH_CLIENT_SECRET',
	'SESSION_KEYS',
	'METRICS_TOKEN',
	'REDIS_URL',
]);

/** The line for a wrong value. Hides the credentials of a URL. */
function problemOf(name: string, expects: string, value = ''): string {
	const shown = JSON.stringify(value.replace(/^.*@/s, '***@'));
	return `${name}: expected ${expects}${secrets.has(name) ? '' : `, got ${shown}`}`;
}

export type TraceSettings = NonNullable<ReturnType<typeof readTraces>>;

/**
 * Where to send traces (OTLP over HTTP); undefined unless an endpoint is set. The exporter reads the other
 * `OTEL_EXPORTER_OTLP_*` variables itself.
 */
function readTraces(values: Values) {
	const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
	const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (endpoint && `${endpoint}/v1/traces`);
	if (url === undefined) return undefined;
	return {
		url,
		protocol: values.OTEL_EXPORTER_OTLP_PROTOCOL,
		/** Share of requests to trace, 0 to 1; for those that a proxy traces, the proxy decides. */
		share: values.OTEL_TRACES_SAMPLER_ARG,
	};
}

const ownService = ['EVENTS_BASE_URL', 'EVENTS_AUTH_URL', 'OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET'] as const;

/** Missing variables if a service, or an application of the sandbox, is only partly configured. */
function missingOf(given: (name: string) => boolean, sandbox: boolean): string[] {
	if (!sandbox)
		return ownService
			.filter((name) => !given(name))
			.map((name) => `${name}: missing; your own service needs ${ownService.join(', ')}`);
	const [id, secret] = ['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET'] as const;
	return given(id) === given(secret)
		? []
		: [`${given(id) ? secret : id}: missing; an application has a key and a secret`];
}

/** @throws SettingsError listing every wrong or missing setting with the expected value */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
	const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
	const given = (name: string) => set[name] !== undefined;
	const sandbox = !given('EVENTS_BASE_URL') && !given('EVENTS_AUTH_URL');
	const { data: values, error } = schema.safeParse(set);
	const wrong = new Map((error?.issues ?? []).map(({ path: [name], message }) => [String(name), message]));
	const problems = [
		...[...wrong].map(([name, expects]) => problemOf(name, expects, set[name])),
		...missingOf(given, sandbox),
	];
	if (values === undefined || problems.length > 0) throw new SettingsError(problems);

	const sandboxOrigin = `http://127.0.0.1:${values.SANDBOX_PORT}`;
	const dataDir = path.resolve(values.DATA_DIR);
	const eventsAuthUrl = values.EVENTS_AUTH_URL ?? sandboxOrigin;
	const eventsBaseUrl = values.EVENTS_BASE_URL ?? sandboxOrigin;
	// Separates the data of services in a shared store: another service may have other people with the same ids.
	const serviceId = hash('sha256', `${eventsBaseUrl} ${values.OAUTH_CLIENT_ID}`, 'base64url').slice(0, 22);
	const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
	return {
		/** The brand's folder; null for Daybill's own brand. */
		brandDir: values.BRAND_DIR === undefined ? null : path.resolve(values.BRAND_DIR),
		bff: {
			host: values.HOST,
			port: values.PORT,
			/** The site's origin in browsers; https turns on Secure and `__Host-` cookies and HSTS. */
			publicUrl,
			allowedHosts: values.ALLOWED_HOSTS,
			eventsBaseUrl,
			eventsAuthUrl,
			eventsName: values.EVENTS_NAME ?? (sandbox ? sandboxName : new URL(eventsAuthUrl).host),
			/** How long an event or a list is shown before it is read again. */
			eventsMaxAgeMs: values.EVENTS_MAX_AGE_SECONDS * 1000,
			citiesMaxAgeMs: 24 * 3_600_000,
			eventsPageStart: values.EVENTS_PAGE_START,
			clientId: values.OAUTH_CLIENT_ID,
			clientSecret: values.OAUTH_CLIENT_SECRET,
			/** Comma-separated, as in Spec §5. */
			scope: values.OAUTH_SCOPE,
			pkce: values.OAUTH_PKCE,
			tokenParams: values.OAUTH_TOKEN_PARAMS,
			/** IANA name of the service's time zone; null if unknown. */
			timeZone: values.EVENTS_TIME_ZONE ?? (sandbox ? sandboxTimeZone : null),
			/** Folder for SQLite files and the generated session key; with `:memory:`, no file is written. */
			dataDir,
			sessionKeys: values.SESSION_KEYS,
			/** One URL, or several separated by commas: Sentinels if `redisSentinelName` is set, else nodes of a Cluster. */
			redisUrl: values.REDIS_URL ?? null,
			/** Begins all keys in Redis or SQLite. */
			storePrefix: (values.REDIS_URL && values.REDIS_PREFIX) ?? `daybill:${serviceId}:`,
			redisSentinelName: values.REDIS_SENTINEL_NAME ?? null,
			/** Requests per minute; null: unlimited, as are concurrent requests. */
			visitorLimits: values.VISITOR_LIMITS,
			/** Calls to the service per visitor and hour; null: unlimited. The embedded sandbox has no budget to protect. */
			visitorCalls: values.VISITOR_CALLS === undefined ? (sandbox ? null : 250) : values.VISITOR_CALLS,
			webVitals: values.WEB_VITALS,
			/** Bearer token for /metrics; null: only this machine may read it. */
			metricsToken: values.METRICS_TOKEN ?? null,
			traces: readTraces(values),
			/** Time between `/readyz` answering 503 and the shutdown, so that load balancers notice. */
			drainSeconds: values.DRAIN_SECONDS,
			trustProxy: values.TRUST_PROXY,
			mapTileUrl: values.MAP_TILE_URL,
			mapAttribution: values.MAP_ATTRIBUTION,
			/** Origins of images, besides the service's; if empty, every public http(s) origin without a port. */
			imageOrigins: values.IMAGE_ORIGINS,
			/** `Referer` of requests for images: some servers send images only to their own pages. */
			imageReferer: values.IMAGE_REFERER,
			logLevel: values.LOG_LEVEL,
		},
		sandbox: {
			enabled: sandbox,
			port: values.SANDBOX_PORT,
			allowedHosts: values.ALLOWED_HOSTS,
			trustProxy: values.TRUST_PROXY,
			/** SQLite file, or `:memory:`. */
			database: values.SANDBOX_DB ?? path.join(dataDir, 'sandbox.sqlite'),
			/** Redirect URI of the demo application. */
			redirectUri: `${publicUrl}${pagePatterns.callback}`,
			/** Whether the control API exists. It serves only loopback, but a proxy that adds no header may be in between. */
			control:
				values.SANDBOX_CONTROL ??
				[new URL(publicUrl).hostname, ...values.ALLOWED_HOSTS].every((host) => isLoopbackName(host)),
			/** Calls without a token per IP and hour; undefined: unlimited. */
			anonymousLimit: values.SANDBOX_ANONYMOUS_LIMIT,
			/** Whether plain HTTP gets code 100. */
			requireHttps: values.SANDBOX_REQUIRE_HTTPS,
			logLevel: values.LOG_LEVEL,
		},
	};
}

export type Settings = ReturnType<typeof readSettings>;
