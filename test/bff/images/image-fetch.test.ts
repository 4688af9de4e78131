import { expect, it, onTestFinished } from 'vitest';
import { createImageFetch } from '../../../src/bff/images/image-fetch.ts';
import { respondTo, startFakeService } from '../fake-service.ts';

/** Loads images of three hosts. The fetched files stay in use until `release`. */
async function startHosts() {
	const hosts = await Promise.all(Array.from({ length: 3 }, startFakeService));
	for (const host of hosts)
		host.handler = respondTo('/image', (response, { url }) => {
			const file = Buffer.alloc(url.includes('small') ? 10 : 2_000_000);
			if (!url.includes('chunked')) response.setHeader('content-length', file.length);
			if (url.includes('endless')) response.write(file);
			else response.end(file);
		});
	const [eventsBaseUrl = '', ...imageOrigins] = hosts.map(({ origin }) => origin);
	const settings = { eventsBaseUrl, eventsAuthUrl: eventsBaseUrl, imageOrigins };
	const images = createImageFetch(settings as unknown as Parameters<typeof createImageFetch>[0]);
	onTestFinished(async () => void (await images.close()));
	const sizes: number[] = [];
	const { promise: used, resolve: release } = Promise.withResolvers<void>();
	const load = (path: string, host = 0) =>
		images.load(`${hosts[host]?.origin}${path}`, ({ length }) => {
			sizes.push(length);
			return used;
		});
	return { hosts, load, sizes, release };
}

it('four large files are in memory at a time, two of a host; small ones do not wait for them', async () => {
	const { load, sizes, release } = await startHosts();
	const large = ['/image-chunked', '/image-large', '/image-large'].map((path) => load(path));
	await expect.poll(() => sizes).toHaveLength(2);
	large.push(...[1, 1, 2, 2].map((host) => load('/image-large', host)));
	await expect.poll(() => sizes).toHaveLength(4);
	const small = ['/image-small', '/image-chunked-small'].map((path) => load(path));
	await expect.poll(() => sizes).toHaveLength(6);
	expect(sizes.slice(4)).toEqual([10, 10]);
	release();
	await Promise.all([...large, ...small]);
	expect(sizes).toHaveLength(9);
});

it('files that a host sends slowly leave places for large files of other hosts', async () => {
	const { hosts, load, sizes, release } = await startHosts();
	const slow = ['/image-chunked-small-endless', '/image-chunked-endless'].flatMap((path) =>
		Array.from({ length: 4 }, () => load(path)),
	);
	const failed = slow.map((loading) => loading.then(String, () => 'failed'));
	await expect.poll(() => hosts[0]?.calls).toHaveLength(slow.length);
	release();
	const loaded = load('/image-chunked', 1).then(() => 'loaded');
	expect(await Promise.race([loaded, ...failed])).toBe('loaded');
	expect(sizes).toEqual([2_000_000]);
});
