import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWindowCounter } from '../../src/bff/http/window-counter.ts';
import { readRender } from '../../src/bff/pages/render.ts';
import { matchCall } from '../../src/bff/reads/allow-list.ts';
import { encodeBody } from '../../src/bff/reads/encoded-body.ts';
import { createPublicReader, type PublicReader } from '../../src/bff/reads/public-reader.ts';
import {
	type CachedResponse,
	createSharedCache,
	type SharedCache,
} from '../../src/bff/reads/shared-cache.ts';
import { createSignPictures } from '../../src/bff/reads/sign-pictures.ts';
import { createTokenNeeds } from '../../src/bff/reads/token-needs.ts';
import { createCityIndex } from '../../src/bff/search/city-index.ts';
import { createEncryption, newSecret } from '../../src/bff/session/encryption.ts';
import { createPictureSignatures } from '../../src/bff/session/picture-signatures.ts';
import type { OperationName } from '../../src/contract/spec/operations.ts';
import { withPatience } from '../patience.ts';
import { startFakeService } from './fake-service.ts';
import { heapGrowth } from './heap-growth.ts';
import { publicEvent } from './public-event.ts';
import { writeService } from './reads/written-service.ts';
import { startTestBff, temporaryFolder } from './start-bff.ts';

const mega = 1024 * 1024;

/** Generous: a cache may use twice what it counts, but never ten times as much. */
const allowance = 2;

describe('what a stranger can put into memory is bounded (docs/security.md)', () => {
	const responses: Record<string, [count: number, make: (index: number) => CachedResponse]> = {
		'responses of a few bytes': [
			40_000,
			(index) => ({ status: 404, code: 107, body: `{"code":107,"n":${index}}` }),
		],
		'responses with many small events inside': [
			15_000,
			(index) => ({
				status: 200,
				body: `{"n":${index}}`,
				events: Array.from({ length: 20 }, (_, event) => ({ id: `${index}-${event}`, isPublic: true })),
			}),
		],
		'Chinese texts': [15_000, (index) => ({ status: 200, body: `"${'北京'.repeat(500)}${index}"` })],
	};
	for (const [what, [count, make]] of Object.entries(responses))
		it(`the shared cache, filled with ${what}`, async () => {
			const maxBytes = 8 * mega;
			const cache = createSharedCache({ maxBytes });
			const grown = await heapGrowth(async () => {
				for (let index = 0; index < count; index++) {
					const path = `/${index}`;
					const { response } = await cache.read('getEvent', path, async () => make(index));
					await encodeBody(response, undefined);
				}
			});
			expect(cache.size()).toBeGreaterThan(maxBytes / 2);
			expect(grown).toBeLessThan(allowance * maxBytes);
		});

	it('the counters that were read lately, of however many events', async () => {
		const cache = createSharedCache();
		const grown = await heapGrowth(() => {
			for (let index = 0; index < 100_000; index++)
				cache.repair({ id: `${'9'.repeat(180)}${index}`, counters: { wisher_count: index }, readAt: index });
		});
		expect(cache.repair({ id: '1', counters: { wisher_count: 1 }, readAt: 1 })).toBe(false);
		expect(grown).toBeLessThan(16 * mega);
	});

	it('the cache of decrypted texts, however long the tokens of a service are', async () => {
		const encryption = createEncryption([newSecret()]);
		const grown = await heapGrowth(() => {
			for (let index = 0; index < 1_500; index++) {
				const sealed = encryption.seal(`${index}${'t'.repeat(40_000)}`, 'a-session');
				expect(encryption.open(sealed, 'a-session')).toMatch(/t$/);
			}
		});
		expect(encryption.open(encryption.seal('x', 'y'), 'y')).toBe('x');
		expect(grown).toBeLessThan(allowance * 16 * mega);
	});

	it('the requests whose operation is known, however many there are', async () => {
		const grown = await heapGrowth(() => {
			for (let index = 0; index < 100_000; index++) matchCall('GET', `/v2/event/${'9'.repeat(180)}${index}`);
		});
		expect(matchCall('GET', '/v2/event/10')).toMatchObject({ name: 'getEvent', id: '10' });
		expect(grown).toBeLessThan(8 * mega);
	});

	it('the URLs of pictures with their signatures, however many events a service has', async () => {
		const sign = createSignPictures(createPictureSignatures([newSecret()]), {
			eventsBaseUrl: 'https://events.example',
			eventsAuthUrl: 'https://events.example',
		});
		const imageOf = (index: number) => ({ image: `https://img.example/${'p'.repeat(500)}${index}.jpg` });
		const grown = await heapGrowth(() => {
			for (let index = 0; index < 30_000; index++) sign(imageOf(index));
		});
		expect(sign(imageOf(1))).toEqual({ image: expect.stringMatching(/1\.jpg#/) });
		expect(grown).toBeLessThan(allowance * 8 * mega);
	});

	it(
		'the cards of lists, of however many cities',
		async () => {
			const shortEvent = { title: 'An evening', begin_time: '2026-11-21 19:00:00', is_priv: 'no' };
			const { reader } = writeService((url) => {
				const loc = url.searchParams.get('loc');
				return {
					body: { events: Array.from({ length: 100 }, (_, n) => ({ ...shortEvent, id: `${loc}-${n}` })) },
				};
			});
			const lists = Array.from({ length: 1_200 }, (_, loc) => ({
				loc: String(loc),
				day_type: 'future' as const,
			}));
			for (const list of lists) await reader.events(list, 100);
			const grown = await heapGrowth(async () => {
				for (const list of lists) expect(await reader.cards(list, 100)).toHaveLength(100);
			});
			expect(grown).toBeLessThan(32 * mega);
		},
		withPatience(60_000),
	);

	it(
		'the lists of cities, however long their texts are',
		async () => {
			const long = '城'.repeat(1_000);
			const pageOf = (start: number) => ({
				...{ count: 100, start, total: 10_000 },
				locs: Array.from({ length: 100 }, (_, index) => ({
					...{ id: `${start + index}`, habitable: 'yes' },
					...{ name: `${long}${index}`, uid: `${long}${start + index}`, parent: `${long}${index}` },
				})),
			});
			const kept = new Map<string, CachedResponse>();
			const cache = createSharedCache();
			const tokenNeeds = createTokenNeeds(Date.now);
			const load = async (_name: unknown, path: string): Promise<CachedResponse> => {
				const start = Number(new URL(path, 'http://service.invalid').searchParams.get('start'));
				const response = kept.get(path) ?? { status: 200, body: JSON.stringify(pageOf(start)) };
				kept.set(path, response);
				return response;
			};
			const keeping = {
				...cache,
				read: async (name: OperationName, path: string) =>
					({ response: await load(name, path), result: 'hit' }) as const,
			};
			const sign = (body: unknown) => body;
			await createPublicReader(load, keeping, tokenNeeds, sign).locs();
			const reader = createPublicReader(load, keeping, tokenNeeds, sign);
			const grown = await heapGrowth(async () => {
				expect(await reader.locs()).toHaveLength(10_000);
			});
			expect(grown).toBeLessThan(32 * mega);
		},
		withPatience(60_000),
	);

	it.each<[string, (body: string) => string, (reader: PublicReader, index: number) => Promise<unknown>]>([
		['events', (body) => body, (reader, index) => reader.event(String(index))],
		[
			'first pages of lists',
			(body) => `{"events":[${body}]}`,
			(reader, index) => reader.firstPage({ loc: String(index), day_type: 'future' }),
		],
	])('the %s that are read for pages, of however many', async (_what, bodyOf, readOne) => {
		const kept = new Map<string, CachedResponse>();
		const load = async (_name: OperationName, path: string): Promise<CachedResponse> => {
			const event = { id: path.split('/').at(-1), title: `${path} ${'夜'.repeat(1_000)}`, is_priv: 'no' };
			const response = kept.get(path) ?? { status: 200, body: bodyOf(JSON.stringify(event)) };
			kept.set(path, response);
			return response;
		};
		const read: SharedCache['read'] = async (name, path) => ({
			response: await load(name, path),
			result: 'hit',
		});
		const readAll = async () => {
			const cache = { ...createSharedCache(), read };
			const reader = createPublicReader(load, cache, createTokenNeeds(Date.now), (body) => body);
			for (let index = 0; index < 16_000; index++) await readOne(reader, index);
			return reader;
		};
		// So that the responses themselves are not counted.
		await readAll();
		const readers: PublicReader[] = [];
		const grown = await heapGrowth(async () => void readers.push(await readAll()));
		expect(readers).toHaveLength(1);
		expect(grown).toBeLessThan(32 * mega);
	});

	it('the rendered pages, however large one is', async () => {
		const folder = await temporaryFolder();
		await mkdir(join(folder, 'server'));
		await writeFile(join(folder, 'server/package.json'), '{"type":"module"}');
		const entry = 'export const renderPage = async ({ url }) => url + "x".repeat(1_000_000) + Math.random();';
		await writeFile(join(folder, 'server/server-entry.js'), entry);
		const render = await readRender(join(folder, 'web'), () => undefined);
		const inputOf = (url: string) =>
			({ url, locale: 'en', page: { hourCycle: 'h23' } }) as Parameters<typeof render>[0];
		const grown = await heapGrowth(async () => {
			for (let index = 0; index < 150; index++)
				await render(inputOf(`/events/${index}`), Buffer.alloc(500_000, 'd').toString() + index);
		});
		expect(await render(inputOf('/events/1'), 'data')).toContain('xxx');
		expect(grown).toBeLessThan(allowance * 32 * mega);
	});

	it('the table of visitors whose requests are counted', async () => {
		const count = createWindowCounter();
		const grown = await heapGrowth(async () => {
			for (let index = 0; index < 150_000; index++)
				await count(`address:2001:db8:${index >> 16}:${index & 65_535}::/64`, 60_000);
		});
		expect(await count('address:203.0.113.9', 60_000)).toMatchObject({ count: 1 });
		expect(grown).toBeLessThan(allowance * 16 * mega);
	});

	it('the index of a city counts what it takes, also for texts that have no word in common', async () => {
		const index = createCityIndex();
		let seed = 1;
		const character = () => {
			seed = (seed * 48_271) % 2_147_483_647;
			return String.fromCodePoint(0x4e00 + (seed % 20_000));
		};
		const grown = await heapGrowth(() => {
			for (let id = 0; id < 20; id++)
				index.add([
					publicEvent({ id: String(id), content: Array.from({ length: 1_200 }, character).join('') }),
				]);
		});
		expect(grown).toBeLessThan(allowance * index.bytes());
	});

	it('a whole BFF, when one visitor requests things that do not exist with cookies that do not exist', async () => {
		const service = await startFakeService();
		const bff = await startTestBff(service.origin, {
			logLevel: 'silent',
			visitorLimits: { perAddress: 1_000_000, perSession: 1_000_000 },
		});
		const browser = bff.browser();
		service.handler = () => {
			service.calls.length = 0;
			return undefined;
		};
		const request = async (index: number) => {
			for (const path of [
				`/api/v2/event/${'9'.repeat(100)}${index}`,
				`/nowhere/${index}`,
				`/embed/cities/${index}`,
			]) {
				const headers = { Cookie: `daybill=${'s'.repeat(100)}${index}` };
				await (await browser.fetch(path, { headers })).arrayBuffer();
			}
		};
		// What the first requests load is not measured.
		for (let index = 0; index < 50; index++) await request(index);
		browser.setCookies.length = 0;
		const grown = await heapGrowth(async () => {
			for (let index = 50; index < 550; index++) await request(index);
			browser.setCookies.length = 0;
		});
		expect(grown).toBeLessThan(24 * mega);
	});
});
