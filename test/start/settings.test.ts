import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../src/settings.ts';

/** The lines of the one message that wrong settings get. */
function problemsOf(environment: Record<string, string>): readonly string[] {
	try {
		readSettings(environment);
	} catch (error) {
		if (error instanceof SettingsError) return error.problems;
		throw error;
	}
	return [];
}

describe('settings (design §3)', () => {
	it('need nothing: the defaults start the app with the sandbox', () => {
		const { bff, sandbox } = readSettings({});
		expect(sandbox.enabled).toBe(true);
		expect(bff.publicUrl).toBe('http://localhost:3000');
		expect(bff.scope).toBe('event_basic_r,event_basic_w');
		expect(sandbox.redirectUri).toBe('http://localhost:3000/callback');
	});

	it('treat a variable set to nothing as not set', () => {
		expect(readSettings({ PORT: '', REDIS_URL: '' }).bff.port).toBe(3000);
	});

	it('name every wrong one at once, with what it expects and what it got', () => {
		const problems = problemsOf({ PORT: '70000', OAUTH_PKCE: 'yes', EVENTS_TIME_ZONE: 'Mars/Olympus' });
		expect(problems).toHaveLength(3);
		expect(problems[0]).toMatch(/^PORT: expected a port number.*got "70000"$/);
		expect(problems[1]).toMatch(/^OAUTH_PKCE: expected on or off/);
		expect(problems[2]).toMatch(/^EVENTS_TIME_ZONE: expected an IANA time zone/);
	});

	it('say which credentials a service of one’s own still needs', () => {
		const problems = problemsOf({
			EVENTS_BASE_URL: 'https://api.example',
			EVENTS_AUTH_URL: 'https://www.example',
			OAUTH_CLIENT_ID: 'key',
		});
		expect(problems).toEqual([expect.stringMatching(/^OAUTH_CLIENT_SECRET: missing/)]);
	});

	it('never repeat a secret in a message', () => {
		expect(problemsOf({ SESSION_KEYS: 'too-short-a-key' }).join()).not.toContain('too-short-a-key');
	});

	it('switch the sandbox off when a service is configured', () => {
		const { bff, sandbox } = readSettings({
			EVENTS_BASE_URL: 'https://api.example/',
			EVENTS_AUTH_URL: 'https://www.example',
			OAUTH_CLIENT_ID: 'key',
			OAUTH_CLIENT_SECRET: 'secret',
			PUBLIC_URL: 'https://daybill.example',
		});
		expect(sandbox.enabled).toBe(false);
		expect(bff.sandboxControl).toBeUndefined();
		expect(bff.eventsBaseUrl).toBe('https://api.example');
		expect(bff.publicUrl).toBe('https://daybill.example');
	});

	it('take proxies only by address', () => {
		expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, ::1' }).bff.trustProxy).toEqual(['10.0.0.0/8', '::1']);
		expect(problemsOf({ TRUST_PROXY: 'on' })).toHaveLength(1);
	});
});
