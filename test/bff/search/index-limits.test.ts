import { expect, it } from 'vitest';
import { createTokenNeeds } from '../../../src/bff/reads/token-needs.ts';
import { createCityIndexes } from '../../../src/bff/search/city-indexes.ts';
import type { PublicPages } from '../../../src/bff/search/public-pages.ts';
import { fakeEvent } from '../fake-service.ts';

/** Indexes of a service whose every city has `total` events with texts of `length` characters that differ. */
function startIndexes(total: number, length: number, limits: Partial<Limits>) {
	const asked: string[] = [];
	let seed = 1;
	const character = () => {
		seed = (seed * 48_271) % 2_147_483_647;
		return String.fromCodePoint(0x4e00 + (seed % 20_000));
	};
	const clock = () => 1_000_000;
	const readPublicPage: PublicPages = async (path) => {
		const query = new URLSearchParams(path.split('?')[1]);
		const [loc, start] = [query.get('loc') ?? '', Number(query.get('start'))];
		asked.push(loc);
		const events = Array.from({ length: Math.max(0, Math.min(20, total - start)) }, (_, index) => ({
			...fakeEvent,
			id: `${loc}-${start + index}`,
			content: Array.from({ length }, character).join(''),
		}));
		const body = { start, count: events.length, total, events };
		return { status: 200, body, code: undefined, startedAt: clock() };
	};
	const indexes = createCityIndexes({
		readPublicPage,
		allowanceOf: () => ({ take: () => true }),
		signPictures: (body) => body,
		tokenNeeds: createTokenNeeds(clock),
		budget: { stretch: () => 1 } as Parts['budget'],
		clock,
		log: { info: () => undefined },
		limits: { indexes: 40, bytes: 256_000_000, events: 20_000, indexBytes: 128_000_000, ...limits },
	});
	/** The index of a city, once it has been read. */
	const open = async (loc: string) => {
		const city = await indexes.get(loc, null);
		await expect.poll(() => city.isReading).toBe(false);
		return city;
	};
	return { asked, open };
}
type Parts = Parameters<typeof createCityIndexes>[0];
type Limits = NonNullable<Parts['limits']>;

it('the indexes of at most 40 cities are kept, and the one that was searched longest ago is read again', async () => {
	const { asked, open } = startIndexes(1, 1, {});
	for (let city = 0; city <= 40; city++) await open(`city ${city}`);
	asked.length = 0;
	await open('city 40');
	await open('city 1');
	expect(asked).toEqual([]);
	await open('city 0');
	expect(asked).toEqual(['city 0']);
});

it('the indexes of all cities have a bound in bytes, and each has one of its own', async () => {
	const limits = { bytes: 5_000_000, indexBytes: 2_000_000 };
	const { asked, open } = startIndexes(2_000, 200, limits);
	const opened = [];
	for (let city = 0; city < 5; city++) opened.push(await open(`city ${city}`));
	for (const { index, isComplete } of opened) {
		expect([isComplete, index.bytes() > limits.indexBytes]).toEqual([false, true]);
		// The event that went beyond it is in it.
		expect(index.bytes()).toBeLessThan(1.2 * limits.indexBytes);
	}
	asked.length = 0;
	await open('city 4');
	expect(asked).toEqual([]);
	await open('city 0');
	expect(asked.length).toBeGreaterThan(0);
});
