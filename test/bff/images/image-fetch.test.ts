import { expect, it, onTestFinished } from 'vitest';
import { createImageFetch } from '../../../src/bff/images/image-fetch.ts';
import { respondTo, startFakeService } from '../fake-service.ts';

it('four large files are in memory at a time; small ones do not wait for them', async () => {
	const service = await startFakeService();
	const file = Buffer.alloc(2_000_000);
	service.handler = respondTo('/image', (response, { url }) => {
		if (url !== '/image-chunked')
			response.setHeader('content-length', url === '/image-small' ? 10 : file.length);
		response.end(url === '/image-small' ? file.subarray(0, 10) : file);
	});
	const images = createImageFetch({ eventsBaseUrl: service.origin } as Parameters<
		typeof createImageFetch
	>[0]);
	onTestFinished(async () => void (await images.close()));
	const sizes: number[] = [];
	const { promise: used, resolve: release } = Promise.withResolvers<void>();
	const load = (path: string) =>
		images.load(`${service.origin}${path}`, ({ length }) => {
			sizes.push(length);
			return used;
		});
	const large = ['/image-chunked', ...Array.from({ length: 5 }, () => '/image-large')].map(load);
	await expect.poll(() => sizes).toHaveLength(4);
	const small = load('/image-small');
	await expect.poll(() => sizes).toHaveLength(5);
	expect(sizes.at(-1)).toBe(10);
	release();
	await Promise.all([...large, small]);
	expect(sizes).toHaveLength(7);
});
