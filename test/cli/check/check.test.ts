import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { check as runCheck } from '../../../src/cli/check/check.ts';
import { brandFolder } from '../../bff/brand/brand-folder.ts';
import {
	answer,
	type FakeService,
	fakeEvent,
	reject,
	respondTo,
	sendError,
	sendJson,
	startFakeService,
} from '../../bff/fake-service.ts';
import { temporaryFolder } from '../../bff/start-bff.ts';
import { redirectUri, shareTestSandbox } from '../../sandbox/start-sandbox.ts';

const sandbox = shareTestSandbox();

/** Runs a check in its own folder, with only these settings. @param envFile `.env`, not to be loaded */
async function check(environment: Record<string, string>, envFile = '') {
	const folder = await temporaryFolder();
	await writeFile(path.join(folder, '.env'), envFile);
	const [cwd, { env }] = [process.cwd(), process];
	const lines: string[] = [];
	for (const stream of ['log', 'error'] as const)
		vi.spyOn(console, stream).mockImplementation((line: string) => void lines.push(line));
	process.chdir(folder);
	process.env = { ...environment };
	try {
		await runCheck();
		return { status: process.exitCode ?? 0, lines, wrong: lines.filter((line) => !line.startsWith('ok ')) };
	} finally {
		process.chdir(cwd);
		Object.assign(process, { env, exitCode: undefined });
	}
}

/** The settings for a service at this origin. */
const serviceAt = (origin: string, settings: Record<string, string> = {}) => ({
	EVENTS_BASE_URL: origin,
	EVENTS_AUTH_URL: origin,
	OAUTH_CLIENT_ID: 'daybill-demo',
	OAUTH_CLIENT_SECRET: 'daybill-demo-secret',
	PUBLIC_URL: redirectUri.replace('/callback', ''),
	...settings,
});

/** An event without images, which the check would fetch. */
const plainEvent = {
	...fakeEvent,
	owner: undefined,
	image: '',
	'image-hlarge': undefined,
	'image-lmobile': undefined,
};

/**
 * Checks a fake service whose responses this handler replaces.
 *
 * @param settingsAt returns additional settings for the service's origin
 */
async function checkWith(
	handler: FakeService['handler'],
	settingsAt: (origin: string) => Record<string, string> = () => ({}),
) {
	const service = await startFakeService();
	service.handler = async (call, response) =>
		(await handler(call, response)) ||
		(call.url.startsWith('/service/auth2/auth?') && sendJson(response, 200, {})) ||
		(call.url.startsWith('/v2/event/list') && sendJson(response, 200, { events: [plainEvent], total: 1 }));
	return check(serviceAt(service.origin, settingsAt(service.origin)));
}

it('lists what was checked when everything is right, and what Daybill needs to know about the service', async () => {
	const { origin } = sandbox();
	const { status, lines } = await check(serviceAt(origin));
	expect({ status, lines }).toEqual({
		status: 0,
		lines: [
			'ok    PUBLIC_URL: http://localhost:3000',
			expect.stringMatching(/^ok {4}DATA_DIR: .*data is writable, \d+ MB free$/),
			`ok    EVENTS_BASE_URL: ${origin} is an events service`,
			`ok    EVENTS_AUTH_URL: ${origin} has a sign-in page for this application`,
			'ok    OAUTH_CLIENT_SECRET: not rejected, with a made-up code',
			'ok    reads: none needs a token',
			expect.stringMatching(/^ok {4}IMAGE_ORIGINS: all \d+ images of \d+ events are allowed$/),
			...Array.from({ length: 4 }, () => expect.stringMatching(/^ok {4}images: http.* can be shown$/)),
			'ok    paging: start from 0',
		],
	});
});

it('needs no service', async () => {
	const { status, lines } = await check({});
	expect(status).toBe(0);
	expect(lines.at(-1)).toBe('ok    EVENTS_BASE_URL: not set, so the sandbox is the service');
});

describe('reports, in one line with the remedy,', () => {
	it.each([
		[
			'a base URL that ends with /v2',
			(o: string) => ({ EVENTS_BASE_URL: `${o}/v2` }),
			/^wrong EVENTS_BASE_URL: it ends with \/v2: set in \.env: EVENTS_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/,
		],
		[
			'an authorization URL of something else',
			(o: string) => ({ EVENTS_AUTH_URL: `${o}/v2` }),
			/^wrong EVENTS_AUTH_URL: .*sends code 107/,
		],
		[
			'a misspelled variable',
			() => ({ OAUTH_CLIENT_SECRT: 'x' }),
			'wrong OAUTH_CLIENT_SECRT: unknown setting: rename it to OAUTH_CLIENT_SECRET',
		],
		['quotes in a value', () => ({ OAUTH_SCOPE: '"event_basic_r"' }), /^wrong OAUTH_SCOPE: the quotes are/],
	] as const)('%s', async (_what, change, expected) => {
		const { status, wrong } = await checkWith(() => undefined, change);
		const line = typeof expected === 'string' ? expected : expect.stringMatching(expected);
		expect({ status, wrong }).toMatchObject({ status: 1, wrong: [line] });
	});

	it.each([
		['an unknown client', { OAUTH_CLIENT_ID: 'nobody' }, /^wrong OAUTH_CLIENT_ID: unknown/],
		['a wrong secret', { OAUTH_CLIENT_SECRET: 'wrong' }, /^wrong OAUTH_CLIENT_SECRET: wrong secret/],
		[
			'another redirect URI',
			{ PUBLIC_URL: 'https://events.example' },
			/^wrong PUBLIC_URL: .*register https:\/\/events\.example\/callback/,
		],
		['scopes that do not exist', { OAUTH_SCOPE: 'everything' }, /^wrong OAUTH_SCOPE: /],
	] as const)('%s', async (_what, change, expected) => {
		const { status, wrong } = await check(serviceAt(sandbox().origin, change));
		expect({ status, wrong }).toMatchObject({ status: 1, wrong: [expect.stringMatching(expected)] });
	});

	it('settings in .env that end at a #, a data folder that is not writable, and an unreachable Redis', async () => {
		const file = path.join(await temporaryFolder(), 'file');
		await writeFile(file, '');
		const closed = (await startFakeService()).origin.replace('http', 'redis');
		const environment = { DATA_DIR: path.join(file, 'data'), REDIS_URL: `${closed}`.replace(/\d+$/, '1') };
		const { wrong } = await check(environment, 'OAUTH_SCOPE=event_basic_r#w # why\nLOG_LEVEL=info # more\n');
		expect(wrong).toEqual([
			'wrong OAUTH_SCOPE: in .env, # starts a comment: put the value in double quotes',
			expect.stringMatching(/^wrong DATA_DIR: .* is not writable \(ENOTDIR\): /),
			expect.stringMatching(/^wrong REDIS_URL: .*ECONNREFUSED 127\.0\.0\.1:1: start Redis/),
		]);
	});

	it('all mistakes in settings and brand together, and a city of the brand that the service does not have', async () => {
		const { origin } = sandbox();
		const wrongBrand = await brandFolder({ types: ['musik'] });
		const wrongSettings = { PORT: 'eighty', EVENTS_TIME_ZONE: 'Mars/Olympus' };
		expect((await check({ BRAND_DIR: wrongBrand, ...wrongSettings })).wrong).toEqual([
			expect.stringMatching(/^wrong brand\.json: types\[0\]: expected one of music, /),
			'wrong PORT: expected a port number, 0 to 65535, got "eighty"',
			expect.stringMatching(/^wrong EVENTS_TIME_ZONE: expected an IANA time zone/),
		]);
		const BRAND_DIR = await brandFolder({ defaultCity: 'peking' });
		for (const settings of [{}, serviceAt(origin)])
			expect((await check({ BRAND_DIR, ...settings })).wrong).toEqual([
				expect.stringMatching(/^wrong defaultCity: the .* has no city peking: .*such as beijing/),
			]);
	});
});

describe('recognizes a service that', () => {
	it('redirects, or has a wrong clock', async () => {
		const { origin } = sandbox();
		const { wrong } = await checkWith(({ url }, response) =>
			sendJson(response, 301, '', { location: `${origin}${url}` }),
		);
		expect(wrong).toContain(`wrong EVENTS_BASE_URL: it redirects: set in .env: EVENTS_BASE_URL=${origin}`);
		const late = await checkWith((_call, response) => {
			response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
			return undefined;
		});
		expect(late.wrong).toEqual([expect.stringMatching(/^wrong clock: 3\d\d\d s ahead of the service/)]);
	});

	it('reads only the query string, or has images that are not allowed', async () => {
		const query = await checkWith(
			(call, response) => call.url.endsWith('/auth2/token') && sendError(response, call, 113),
		);
		expect(query.wrong).toEqual([
			'wrong OAUTH_TOKEN_PARAMS: the token endpoint reads only the query string: set in .env: OAUTH_TOKEN_PARAMS=query',
		]);
		const settings = { IMAGE_ORIGINS: 'https://other.example' };
		const images = await checkWith(answer('/v2/event/list', { events: [fakeEvent] }), () => settings);
		expect(images.wrong).toEqual([
			'wrong IMAGE_ORIGINS: leaves out images of events: set in .env: IMAGE_ORIGINS=https://other.example,https://img.example',
		]);
	});

	it('has images that Daybill shows, or files that it does not', async () => {
		/** @returns what is wrong with a service that sends this file as its image */
		const wrongWith = async (file: Buffer) => {
			const { wrong } = await checkWith((call, response) => {
				const events = [{ ...plainEvent, image: `http://${call.headers.host}/image` }];
				if (call.url.startsWith('/v2/event/list')) return sendJson(response, 200, { events });
				return respondTo('/image', () => response.end(file))(call, response);
			});
			return wrong;
		};
		const create = { width: 8, height: 8, channels: 3 as const, background: 'red' };
		const jpeg = await sharp({ create }).jpeg().toBuffer();
		// A large image may contain this many brackets by chance.
		expect(await wrongWith(Buffer.concat([jpeg, Buffer.from('['.repeat(100))]))).toEqual([]);
		const notShown = [expect.stringMatching(/^wrong images: http.*\/image is not an image/)];
		expect(await wrongWith(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual(notShown);
		expect(await wrongWith(await sharp({ create }).tiff().toBuffer())).toEqual(notShown);
		expect(await wrongWith(Buffer.from('<!doctype html><title>Sign in</title>'))).toEqual(notShown);
		expect(await wrongWith(Buffer.alloc(11 * 1024 * 1024))).toEqual([
			expect.stringMatching(/\/image sends more than Daybill reads/),
		]);
	});

	it('redirects events, or only cities, to the same path with a slash', async () => {
		const wrongAt = async (path: string) => {
			const { wrong } = await checkWith(
				({ url }, response) =>
					url.startsWith(path) && sendJson(response, 301, '', { location: `${url.split('?')[0]}/` }),
			);
			return wrong;
		};
		expect(await wrongAt('/v2')).toEqual([
			expect.stringMatching(/^wrong EVENTS_BASE_URL: http.* redirects to http.*\/v2\/event\/list\/: /),
		]);
		expect(await wrongAt('/v2/loc')).toEqual([
			expect.stringMatching(/^wrong reads: \/v2\/loc\/list redirects to http.*\/v2\/loc\/list\/: /),
		]);
	});

	it('refuses some of its images without a Referer, redirects them elsewhere, or sends relative URLs', async () => {
		const { lines, wrong } = await checkWith((call, response) => {
			const origin = `http://${call.headers.host}`;
			if (call.url.startsWith('/refused')) return sendJson(response, 418, '');
			if (call.url === '/moved') return sendJson(response, 302, '', { location: 'http://10.0.0.1/image' });
			const images = ['moved#\u001b[2J', 'refused'].map((name) => `${origin}/${name}`);
			const events = [...images, '/relative.jpg'].map((image, id) => ({ ...plainEvent, id, image }));
			return call.url.startsWith('/v2/event/list') && sendJson(response, 200, { events });
		});
		expect(wrong.filter((line) => !line.includes(' paging: '))).toEqual([
			// The output replaces control characters, which a terminal would interpret.
			expect.stringMatching(/^wrong images: http.*moved#\ufffd\[2J redirects to http:\/\/10\.0\.0\.1,/),
			expect.stringMatching(/^wrong images: http.*refused .* set IMAGE_REFERER/),
		]);
		expect(lines).toContain(
			'ok    IMAGE_ORIGINS: all 2 images of 3 events are allowed; 1 events have no poster with an absolute URL',
		);
	});

	const html = { 'content-type': 'text/html' };
	it.each([
		[200, html, '<h1>Hello</h1>', 'status 200 with a web page instead of events: set it to the data API'],
		[403, html, '<h1>Forbidden</h1>', 'status 403 with a web page instead of events: set it to the data API'],
		[200, {}, '{"events":[{"id', 'status 200 with no JSON instead of events: set it to the data API'],
		[200, {}, '{"items":[]}', 'status 200 with other JSON instead of events: set it to the data API'],
		[400, {}, '{"code":107}', 'code 107 invalid_request_uri instead of events: set it to the data API'],
	])('sends no events (%s, %j, %s)', async (status, headers, body, text) => {
		const { wrong } = await checkWith(
			respondTo('/v2', (response) => response.writeHead(status, headers).end(body)),
		);
		expect(wrong).toEqual([expect.stringContaining(text)]);
	});

	it('sends events without an id, with times in another form, or with another word for private', async () => {
		const other = { ...plainEvent, id: '11', begin_time: '2026/11/21 19:00', is_priv: '否' };
		const events = [plainEvent, other, { title: 'x' }];
		const { wrong } = await checkWith(answer('/v2/event/list', { events, total: 3 }));
		expect(wrong).toEqual([
			expect.stringMatching(/^wrong id: 1 of 3 events are not shown \(.+\): the service must send an id/),
			expect.stringMatching(/^wrong begin_time: 1 of 2 events have no time, and are in no calendar/),
			expect.stringMatching(/^wrong is_priv: 1 of 2 events are not shown to the public/),
		]);
	});

	it('lists no cities, so that the site is empty', async () => {
		const { wrong } = await checkWith(answer('/v2/loc/list', { locs: [], total: 0 }));
		expect(wrong).toEqual([
			'wrong cities: the list has none, so the site is empty: the service must list its cities',
		]);
	});

	it.each([
		[503, {}, 'status 503 instead of events: try again when it works'],
		[400, { code: 999 }, 'code 999 unknown instead of events: try again when it works'],
	])('is temporarily failing (%s, %j), which is not the fault of its URL', async (status, body, text) => {
		const { wrong } = await checkWith(respondTo('/', (response) => sendJson(response, status, body)));
		expect(wrong[0]).toMatch(text);
		expect(wrong[1]).toMatch(/^wrong EVENTS_AUTH_URL: .*try again when it works/);
	});

	it('lists events only with a city, a day_type and a type', async () => {
		const { wrong, lines } = await checkWith(
			(call, response) =>
				/^\/v2\/event\/list(?!.*loc=.*day_type=.*&type=)/.test(call.url) && sendError(response, call, 113),
		);
		expect(wrong).toEqual([]);
		expect(lines).toContainEqual(expect.stringMatching(/^ok {4}paging: not tried: the service sends fewer/));
	});

	it('reaches its hourly limit for calls without a token, which ends the check', async () => {
		let calls = 0;
		const { status, wrong, lines } = await checkWith(
			(call, response) => call.url.startsWith('/v2') && ++calls > 5 && sendError(response, call, 112),
		);
		expect({ status, wrong }).toEqual({
			status: 1,
			wrong: [expect.stringMatching(/^wrong limits: the service sends code 112 .* the rest was not tried: /)],
		});
		expect(lines.at(-1)).toBe(wrong[0]);
	});

	it('rejects a list that Daybill reads', async () => {
		const { wrong } = await checkWith(reject(113, '/v2/event/10/wishers'));
		expect(wrong).toEqual([
			'wrong reads: /v2/event/:id/wishers sends code 113 required_parameter_is_missing: the service must respond without an error',
		]);
	});

	it('requires a token for some reads, or for all', async () => {
		const some = await checkWith(
			(call, response) => /wishers|loc/.test(call.url) && sendError(response, call, 102),
		);
		expect(some.lines).toContain('ok    reads: need a token: /v2/loc/list, /v2/event/:id/wishers');
		const all = await checkWith(reject(102, '/v2'));
		expect(all.lines).toContainEqual(
			expect.stringMatching(/^ok {4}paging: not tried, nor are images: .* EVENTS_PAGE_START/),
		);
	});

	const events = Array.from({ length: 50 }, (_, index) => ({ ...plainEvent, id: String(index) }));
	it.each<[string, (start: number) => number | null, string]>([
		['rejects start', () => null, 'wrong paging: lists end after 20 events'],
		['ignores start', () => 0, 'wrong paging: lists end after 20 events'],
		[
			'counts from 1',
			(start) => start - 1,
			'wrong paging: differs from the settings: set in .env: EVENTS_PAGE_START=1',
		],
		[
			'counts start in pages',
			(start) => 20 * start,
			'wrong paging: start: 1 must begin a list with its second event',
		],
	])('%s', async (_what, positionOf, text) => {
		const { wrong } = await checkWith((call, response) => {
			if (!call.url.startsWith('/v2/event/list')) return undefined;
			const start = new URLSearchParams(call.url.split('?')[1]).get('start');
			const from = start === null ? 0 : positionOf(Number(start));
			if (from === null || from < 0) return sendError(response, call, 113);
			return sendJson(response, 200, { events: events.slice(from, from + 20), total: events.length });
		});
		expect(wrong).toEqual([expect.stringContaining(text)]);
	});

	it('ignores start, and sends whole lists', async () => {
		const { lines } = await checkWith(answer('/v2/event/list', { events, total: events.length }));
		expect(lines).toContain(
			'ok    paging: the service ignores start, and sends all 50 events of a list at once',
		);
	});
});
