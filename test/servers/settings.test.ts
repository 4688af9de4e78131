import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../src/servers/settings.ts';

/** The lines of the message about wrong settings. */
function problemsOf(environment: Record<string, string>): readonly string[] {
	try {
		readSettings(environment);
	} catch (error) {
		if (error instanceof SettingsError) return error.problems;
		throw error;
	}
	return [];
}

const service = {
	EVENTS_BASE_URL: 'https://api.example/',
	EVENTS_AUTH_URL: 'https://www.example',
	OAUTH_CLIENT_ID: 'key',
	OAUTH_CLIENT_SECRET: 'secret',
};

describe('settings', () => {
	it('are all optional: the defaults start the app with the sandbox, and a service replaces it', () => {
		const { bff, sandbox } = readSettings({});
		expect([sandbox.enabled, readSettings(service).sandbox.enabled]).toEqual([true, false]);
		expect(bff.publicUrl).toBe('http://localhost:3000');
		expect(bff.scope).toBe('event_basic_r,event_basic_w');
		expect(sandbox.redirectUri).toBe('http://localhost:3000/callback');
	});

	it.each([
		'redis://127.0.0.1',
		'rediss://name:p%40ss@cache.example:6380/2',
		'rediss://:secret@[::1]:7000,rediss://a.example',
	])('accept %s for REDIS_URL', (url) => {
		expect(readSettings({ REDIS_URL: url, REDIS_PREFIX: 'daybill-2:' }).bff).toMatchObject({
			redisUrl: url,
			storePrefix: 'daybill-2:',
		});
	});

	it('give each service and application its own keys in the store; in Redis, REDIS_PREFIX may name others', () => {
		const prefixOf = (changes: object) => readSettings({ ...service, ...changes }).bff.storePrefix;
		const prefix = prefixOf({});
		expect(prefix).toMatch(/^daybill:[\w-]{22}:$/);
		expect(prefixOf({ EVENTS_BASE_URL: 'https://API.example', PUBLIC_URL: 'https://a.example' })).toBe(
			prefix,
		);
		expect(prefixOf({ EVENTS_BASE_URL: 'https://api.staging.example' })).not.toBe(prefix);
		expect(prefixOf({ OAUTH_CLIENT_ID: 'another key' })).not.toBe(prefix);
		expect(prefixOf({ REDIS_PREFIX: 'site-2:' })).toBe(prefix);
		expect(prefixOf({ REDIS_PREFIX: 'site-2:', REDIS_URL: 'redis://127.0.0.1' })).toBe('site-2:');
	});

	it.each([
		'valkey://a.example',
		'redis://a.example:7000,b.example:7000',
		'redis://:hunter/2@a.example',
		'redis://hunter/2@a.example',
		'redis://a.example:99999',
		'redis://a.example/main',
		'redis+sentinel://a.example:26379/main',
		'redis://%zz@a.example',
	])('reject %s for REDIS_URL', (url) => {
		expect(problemsOf({ REDIS_URL: url })).toEqual([
			expect.stringMatching(/^REDIS_URL: expected redis:.*REDIS_SENTINEL_NAME/),
		]);
	});

	it.each([
		[{}, 'Events Sandbox'],
		[service, 'www.example'],
		[{ ...service, EVENTS_NAME: 'What’s on' }, 'What’s on'],
	])('name the service, or its host: %o', (environment, name) => {
		expect(readSettings(environment).bff.eventsName).toBe(name);
	});

	it('reject numbers outside their range', () => {
		for (const seconds of ['0', '9', '3601'])
			expect(problemsOf({ EVENTS_MAX_AGE_SECONDS: seconds })).toHaveLength(1);
		expect(readSettings({ EVENTS_MAX_AGE_SECONDS: '10' }).bff.eventsMaxAgeMs).toBe(10_000);
	});

	it('report which credentials are missing for an external service', () => {
		const problems = problemsOf({ ...service, OAUTH_CLIENT_SECRET: '' });
		expect(problems).toEqual([expect.stringMatching(/^OAUTH_CLIENT_SECRET: missing/)]);
	});

	it.each([
		['SESSION_KEYS', 'hunter2'],
		['METRICS_TOKEN', 'hunter2'],
		['REDIS_URL', 'redis://:hunter2@[cache'],
		['EVENTS_BASE_URL', 'https://:hunter2@api.example'],
		['EVENTS_AUTH_URL', 'htps://name:hunter2@www.example'],
		['PUBLIC_URL', 'https://name:hunter2@daybill.example'],
		['IMAGE_ORIGINS', 'https://a.example,https://name:hunter2@img.example'],
		['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://name:hunter2@collector.example'],
	])('never repeat the secret in %s=%s', (name, value) => {
		const problems = problemsOf({ [name]: value });
		expect(problems.join()).toContain(`${name}: expected`);
		expect(problems.join()).not.toContain('hunter2');
	});

	it('accept a path in the URLs of a service, but nothing after it', () => {
		const settingsOf = (url: string) => ({ ...service, EVENTS_BASE_URL: url, EVENTS_AUTH_URL: url });
		for (const url of ['https://api.example/events//', ' https://API.example/events/? '])
			expect(readSettings(settingsOf(url)).bff.eventsBaseUrl).toBe('https://api.example/events');
		expect(problemsOf(settingsOf('https://api.example/events?key=1'))).toHaveLength(2);
	});

	it('accept additional host names without a port or path', () => {
		const { allowedHosts } = readSettings({ ALLOWED_HOSTS: 'app, 192.0.2.1,[::1]' }).bff;
		expect(allowedHosts).toEqual(['app', '192.0.2.1', '[::1]']);
		for (const hosts of ['app:3000', 'https://app', 'app/x', '*'])
			expect(problemsOf({ ALLOWED_HOSTS: hosts })).toHaveLength(1);
	});

	it('accept proxies only by IP address', () => {
		expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1' }).bff.trustProxy).toEqual(['10.0.0.0/8', '::1']);
		expect(problemsOf({ TRUST_PROXY: 'on' })).toHaveLength(1);
	});

	it.each([
		[{ OTEL_SERVICE_NAME: 'events' }, undefined],
		[
			{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/', OTEL_TRACES_SAMPLER_ARG: '.5' },
			{ url: 'http://c:4318/v1/traces', protocol: 'http/protobuf', share: 0.5 },
		],
		[
			{
				OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318',
				OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/otlp',
				OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
			},
			{ url: 'https://traces.example/otlp', protocol: 'http/json', share: 1 },
		],
	])('configure traces with %j', (settings, traces) => {
		expect(readSettings(settings).bff.traces).toEqual(traces);
	});

	it('report invalid trace settings', () => {
		const [problem] = problemsOf({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
		expect(problem).toBe('OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf or http/json, got "grpc"');
		expect(problemsOf({ OTEL_TRACES_SAMPLER_ARG: '1.5' })).toHaveLength(1);
	});
});
