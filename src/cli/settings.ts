/**
 * The settings of both servers (design §3). One schema reads them from environment variables, so that the error of a
 * start with wrong settings names every wrong one. Nothing else in the project reads the environment.
 */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { TraceSettings } from '../bff/settings.ts';
import { readRedisUrl } from '../bff/storage/redis-url.ts';
import { scopes } from '../contract/spec/access.ts';
import { sandboxTimeZone } from '../sandbox/clock.ts';

/** The application that is seeded in the embedded sandbox. */
const demoApplication = { clientId: 'daybill-demo', clientSecret: 'daybill-demo-secret' };

/** Thrown when settings are wrong; `problems` has a line for each, with the variable and the expected value. */
export class SettingsError extends Error {
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		super(
			`Daybill cannot start, ${problems.length === 1 ? 'a setting is' : 'settings are'} wrong:\n${problems.map((line) => `  ${line}`).join('\n')}`,
		);
		this.name = 'SettingsError';
		this.problems = problems;
	}
}

/** An empty variable (`PORT=`) counts as not set, as in most .env files. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
	z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const port = z
	.string()
	.regex(/^\d{1,5}$/)
	.transform(Number)
	.refine((value) => value <= 65_535);

const httpUrl = z.string().refine((value) => {
	const url = URL.parse(value);
	return (
		url !== null &&
		/^https?:$/.test(url.protocol) &&
		url.username === '' &&
		url.password === '' &&
		url.search === '' &&
		url.hash === ''
	);
});

/** A URL that paths are appended to: with its own path, without a slash at the end. */
const baseUrl = httpUrl.transform((value) => {
	const { origin, pathname } = new URL(value);
	return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
});

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

const isTimeZone = (name: string): boolean => {
	try {
		return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
};

const isAddressRange = (text: string): boolean => {
	const [address = '', bits, ...rest] = text.split('/');
	const family = isIP(address);
	return (
		rest.length === 0 &&
		family !== 0 &&
		(bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
	);
};

const commaList = z.string().transform((value) =>
	value
		.split(',')
		.map((item) => item.trim())
		.filter((item) => item !== ''),
);

const samplers = [
	'always_on',
	'always_off',
	'traceidratio',
	'parentbased_always_on',
	'parentbased_always_off',
	'parentbased_traceidratio',
] as const;

const otlpProtocol = {
	schema: z.enum(['http/protobuf', 'http/json']),
	expects: 'http/protobuf or http/json',
};

/** What each variable must be, and how the message about a wrong one says it. */
const variables = {
	PORT: { schema: port, expects: 'a port number, 0 to 65535' },
	HOST: { schema: z.string().regex(/^[\w.:-]+$/), expects: 'a host name or an IP address' },
	PUBLIC_URL: {
		schema: httpUrl
			.refine((value) => new URL(value).pathname === '/')
			.transform((value) => new URL(value).origin),
		expects: 'an origin such as https://events.example, without a path',
	},
	ALLOWED_HOSTS: {
		schema: commaList.refine((hosts) =>
			hosts.every((host) => /^([\w.-]+|\[[\da-f:.]+\])$/i.test(host) && URL.canParse(`http://${host}`)),
		),
		expects: 'host names or IP addresses without a port, separated by commas',
	},
	EVENTS_BASE_URL: { schema: baseUrl, expects: 'an http(s) URL, {base_url} of the service' },
	EVENTS_AUTH_URL: { schema: baseUrl, expects: 'an http(s) URL, {auth_url} of the service' },
	OAUTH_CLIENT_ID: { schema: z.string().min(1), expects: 'the application key' },
	OAUTH_CLIENT_SECRET: { schema: z.string().min(1), expects: 'the application secret' },
	OAUTH_SCOPE: {
		schema: z.string().regex(/^[\w.:/-]+(,[\w.:/-]+)*$/),
		expects: `scopes separated by commas, such as ${scopes.join(',')}`,
	},
	OAUTH_PKCE: { schema: onOff, expects: 'on or off' },
	OAUTH_TOKEN_PARAMS: { schema: z.enum(['body', 'query']), expects: 'body or query' },
	EVENTS_TIME_ZONE: {
		schema: z.string().refine(isTimeZone),
		expects: 'an IANA time zone such as Asia/Shanghai',
	},
	DATA_DIR: { schema: z.string().min(1), expects: 'a folder' },
	BRAND_DIR: { schema: z.string().min(1), expects: 'a folder with a brand.json' },
	SESSION_KEYS: {
		schema: commaList.refine((keys) => keys.length > 0 && keys.every((key) => /^[\w-]{43}=?$/.test(key))),
		expects: 'one or more keys of 32 bytes in base64url, separated by commas, newest first',
	},
	REDIS_URL: {
		schema: z.string().refine((value) => readRedisUrl(value) !== null),
		expects:
			'redis://host:port, redis+sentinel://host:port,host:port/name, or redis+cluster://host:port,host:port, rediss for TLS, with special characters of the password percent-encoded',
	},
	REDIS_PREFIX: {
		schema: z.string().regex(/^[\w:.-]{1,50}$/),
		expects: 'up to 50 letters, digits and characters of _ - . :',
	},
	WORKERS: {
		schema: z.union([
			z.literal('auto').transform(() => availableParallelism()),
			z
				.string()
				.regex(/^[1-9]\d?$/)
				.transform(Number),
		]),
		expects: 'auto, or a number of processes from 1 to 99',
	},
	VISITOR_LIMITS: {
		schema: z.union([
			z.literal('off').transform(() => null),
			z
				.string()
				.regex(/^[1-9]\d{0,6},[1-9]\d{0,6}$/)
				.transform((value) => {
					const [perAddress = 0, perSession = 0] = value.split(',').map(Number);
					return { perAddress, perSession };
				}),
		]),
		expects: 'off, or calls a minute by IP address and by session, such as 1200,300',
	},
	WEB_VITALS: { schema: onOff, expects: 'on or off' },
	METRICS_TOKEN: { schema: z.string().min(16), expects: 'a secret of 16 characters or more' },
	DRAIN_SECONDS: {
		schema: z
			.string()
			.regex(/^\d{1,3}$/)
			.transform(Number),
		expects: 'a whole number of seconds',
	},
	OTEL_SDK_DISABLED: {
		schema: z
			.string()
			.toLowerCase()
			.pipe(z.enum(['true', 'false']))
			.transform((value) => value === 'true'),
		expects: 'true or false',
	},
	OTEL_TRACES_EXPORTER: { schema: z.enum(['otlp', 'none']), expects: 'otlp or none' },
	OTEL_EXPORTER_OTLP_ENDPOINT: { schema: baseUrl, expects: 'an http(s) URL that /v1/traces is added to' },
	OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { schema: httpUrl, expects: 'an http(s) URL' },
	OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
	OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
	OTEL_TRACES_SAMPLER: {
		schema: z.enum(samplers),
		expects: samplers.join(', '),
	},
	OTEL_TRACES_SAMPLER_ARG: {
		schema: z
			.string()
			.regex(/^(0|1|[01]?\.\d+)$/)
			.transform(Number)
			.refine((value) => value <= 1),
		expects: 'a share from 0 to 1',
	},
	TRUST_PROXY: {
		schema: z.union([
			z.literal('off').transform(() => false as const),
			commaList.refine((ranges) => ranges.length > 0 && ranges.every(isAddressRange)),
		]),
		expects: 'off, or IP addresses and ranges of trusted proxies separated by commas',
	},
	MAP_TILE_URL: {
		schema: z
			.string()
			.refine(
				(value) =>
					URL.canParse(value.replaceAll(/[{}]/g, '')) &&
					['{z}', '{x}', '{y}'].every((part) => value.includes(part)),
			),
		expects: 'a raster tile URL with {z}, {x} and {y}',
	},
	MAP_ATTRIBUTION: { schema: z.string().max(200), expects: 'a text of at most 200 characters' },
	IMAGE_ORIGINS: {
		schema: commaList.refine((origins) => origins.every((origin) => URL.parse(origin)?.origin === origin)),
		expects: 'origins such as https://img.example separated by commas',
	},
	LOG_LEVEL: {
		schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
		expects: 'fatal, error, warn, info, debug, trace or silent',
	},
	SANDBOX_PORT: { schema: port, expects: 'a port number, 0 to 65535' },
	SANDBOX_DB: { schema: z.string().min(1), expects: 'a file, or :memory:' },
	SANDBOX_CONTROL: { schema: onOff, expects: 'on or off' },
	SANDBOX_ANONYMOUS_LIMIT: {
		schema: z
			.string()
			.regex(/^\d{1,9}$/)
			.transform(Number),
		expects: 'a whole number of calls per hour',
	},
	SANDBOX_REQUIRE_HTTPS: { schema: onOff, expects: 'on or off' },
} as const;

/** Where traces go; undefined unless an endpoint or an exporter is set. Defaults are those of OpenTelemetry. */
function readTraces(values: Values): TraceSettings | undefined {
	const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
	const tracesEndpoint = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
	const exporter = values.OTEL_TRACES_EXPORTER;
	const isAsked = exporter === 'otlp' || endpoint !== undefined || tracesEndpoint !== undefined;
	if (!isAsked || exporter === 'none' || values.OTEL_SDK_DISABLED === true) return undefined;
	const sampler = values.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on';
	const shares = { always_on: 1, always_off: 0, traceidratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1 };
	return {
		url: tracesEndpoint ?? `${endpoint ?? 'http://localhost:4318'}/v1/traces`,
		protocol:
			values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? values.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
		sampling: {
			share: shares[sampler.replace('parentbased_', '') as keyof typeof shares],
			followsParent: sampler.startsWith('parentbased_'),
		},
	};
}

/** Settings whose values no message repeats. */
const secrets: ReadonlySet<string> = new Set([
	'OAUTH_CLIENT_SECRET',
	'SESSION_KEYS',
	'METRICS_TOKEN',
	'REDIS_URL',
]);

/** The line for a wrong value. Of a URL with credentials it repeats what comes after them. */
function problemOf(name: string, expects: string, value = ''): string {
	const shown = JSON.stringify(value.replace(/^.*@/s, '***@'));
	return `${name}: expected ${expects}${secrets.has(name) ? '' : `, got ${shown}`}`;
}

type Values = { [Name in keyof typeof variables]?: z.output<(typeof variables)[Name]['schema']> | undefined };

/**
 * Reads the settings of design §3.
 *
 * @param environment for example `process.env`
 * @throws SettingsError naming every wrong or missing setting and the expected value
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
	const problems: string[] = [];
	const values: Values = {};
	for (const [name, { schema, expects }] of Object.entries(variables)) {
		const result = optional(schema).safeParse(environment[name]);
		if (result.success) Object.assign(values, { [name]: result.data });
		else problems.push(problemOf(name, expects, environment[name]));
	}

	const ownService = [
		'EVENTS_BASE_URL',
		'EVENTS_AUTH_URL',
		'OAUTH_CLIENT_ID',
		'OAUTH_CLIENT_SECRET',
	] as const;
	const given = (name: string) => (environment[name] ?? '') !== '';
	const sandbox = !given('EVENTS_BASE_URL') && !given('EVENTS_AUTH_URL');
	if (!sandbox) {
		for (const name of ownService.filter((each) => !given(each))) {
			problems.push(`${name}: missing; your own service needs ${ownService.join(', ')}`);
		}
	} else if (given('OAUTH_CLIENT_ID') !== given('OAUTH_CLIENT_SECRET')) {
		const missing = given('OAUTH_CLIENT_ID') ? 'OAUTH_CLIENT_SECRET' : 'OAUTH_CLIENT_ID';
		problems.push(`${missing}: missing; an application has a key and a secret`);
	}
	if (problems.length > 0) throw new SettingsError(problems);

	const appPort = values.PORT ?? 3000;
	const sandboxPort = values.SANDBOX_PORT ?? 3100;
	const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`;
	const dataDir = path.resolve(values.DATA_DIR ?? './data');
	const publicUrl = values.PUBLIC_URL ?? `http://localhost:${appPort}`;
	const logLevel = values.LOG_LEVEL ?? 'warn';
	return {
		workers: values.WORKERS ?? 1,
		/** Folder of the brand; null for Daybill's own. */
		brandDir: values.BRAND_DIR === undefined ? null : path.resolve(values.BRAND_DIR),
		bff: {
			host: values.HOST ?? '127.0.0.1',
			port: appPort,
			publicUrl,
			allowedHosts: values.ALLOWED_HOSTS ?? [],
			eventsBaseUrl: values.EVENTS_BASE_URL ?? sandboxOrigin,
			eventsAuthUrl: values.EVENTS_AUTH_URL ?? sandboxOrigin,
			clientId: values.OAUTH_CLIENT_ID ?? demoApplication.clientId,
			clientSecret: values.OAUTH_CLIENT_SECRET ?? demoApplication.clientSecret,
			scope: values.OAUTH_SCOPE ?? scopes.join(','),
			pkce: values.OAUTH_PKCE ?? false,
			tokenParams: values.OAUTH_TOKEN_PARAMS ?? 'body',
			timeZone: values.EVENTS_TIME_ZONE ?? (sandbox ? sandboxTimeZone : null),
			dataDir,
			sessionKeys: values.SESSION_KEYS ?? [],
			redisUrl: values.REDIS_URL ?? null,
			redisPrefix: values.REDIS_PREFIX ?? '',
			visitorLimits:
				values.VISITOR_LIMITS === undefined ? { perAddress: 1_200, perSession: 300 } : values.VISITOR_LIMITS,
			webVitals: values.WEB_VITALS ?? true,
			metricsToken: values.METRICS_TOKEN ?? null,
			traces: readTraces(values),
			drainSeconds: values.DRAIN_SECONDS ?? 0,
			trustProxy: values.TRUST_PROXY ?? false,
			mapTileUrl: values.MAP_TILE_URL ?? 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
			mapAttribution: values.MAP_ATTRIBUTION,
			imageOrigins: values.IMAGE_ORIGINS ?? [],
			sandboxControl: sandbox && (values.SANDBOX_CONTROL ?? true) ? sandboxOrigin : undefined,
			logLevel,
		},
		sandbox: {
			enabled: sandbox,
			host: '127.0.0.1',
			port: sandboxPort,
			allowedHosts: values.ALLOWED_HOSTS ?? [],
			database: values.SANDBOX_DB ?? path.join(dataDir, 'sandbox.sqlite'),
			redirectUri: `${publicUrl}/callback`,
			control: values.SANDBOX_CONTROL ?? true,
			anonymousLimit: values.SANDBOX_ANONYMOUS_LIMIT,
			requireHttps: values.SANDBOX_REQUIRE_HTTPS ?? false,
			logLevel,
		},
	} as const;
}

export type Settings = ReturnType<typeof readSettings>;
