import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { createImageSignatures } from '../../../src/bff/image-urls/sign-images.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { imageUrl } from '../../../src/contract/bff-api/images.ts';
import type { Event } from '../../../src/contract/event/event.ts';
import { answer, fakeEvent, handleFirst, holdCalls, respondTo, startFakeService } from '../fake-service.ts';
import { startSignedBff } from './signed-bff.ts';

const drawing = () => sharp({ create: { width: 200, height: 100, channels: 3, background: '#a33' } });

describe('the image proxy', () => {
	it('rejects a URL that this BFF has not signed with 403, without a call', async () => {
		const { bff, service, pathOf } = await startSignedBff();
		const foreign = createImageSignatures([newSecret()]);
		const other = new URL(pathOf('https://img.example/a'), bff.origin).searchParams.get('sig');
		for (const path of ['/v2/event/list?loc=108288', '/admin/delete?id=1', '/image.jpg']) {
			const source = `${service.origin}${path}`;
			for (const attempt of [
				imageUrl(source, 96),
				`${imageUrl(source, 96)}&sig=${other}`,
				`${imageUrl(source, 96)}&sig=`,
				imageUrl(foreign.sign(source), 96),
				pathOf(source).replace('?src=', '?src=%20'),
			]) {
				const response = await fetch(`${bff.origin}${attempt}`);
				expect([attempt, response.status]).toEqual([attempt, 403]);
				expect(await response.json()).toMatchObject({ reason: 'unsigned_image' });
			}
		}
		expect(service.calls).toEqual([]);
	});

	it('follows no redirect into the operator’s network', async () => {
		const { get, service } = await startSignedBff();
		const inside = await startFakeService();
		service.handler = respondTo('/image', (response) =>
			response.writeHead(302, { location: `${inside.origin}/inside` }).end(),
		);
		expect((await get('/image')).status).toBe(404);
		expect(service.calls.map(({ url }) => url)).toEqual(['/image']);
		expect(inside.calls).toEqual([]);
	});

	it('follows a redirect to the service only if IMAGE_ORIGINS lists it, and to no operation', async () => {
		const site = await startFakeService();
		const imageOrigins = [site.origin];
		const { bff, get, service, serve, fetched } = await startSignedBff({ imageOrigins, logLevel: 'warn' });
		serve(await drawing().png().toBuffer());
		const statusAfter = async (location: string) => {
			site.handler = respondTo('/image', (response) => response.writeHead(302, { location }).end());
			return (await get(`${site.origin}/image?to=${encodeURIComponent(location)}&of=${imageOrigins}`)).status;
		};
		expect(await statusAfter(`${service.origin}/image`)).toBe(404);
		expect(bff.log.join()).toContain(`redirects to ${service.origin}, which is not allowed: IMAGE_ORIGINS`);
		imageOrigins.push(service.origin);
		expect(await statusAfter(`${service.origin}/image`)).toBe(200);
		for (const operation of ['/v2/event/list?loc=1', '/v2//LOC/list', '/%76%32/event/1', '/v2/%zz'])
			expect([operation, await statusAfter(service.origin + operation)]).toEqual([operation, 404]);
		expect(fetched()).toEqual(['/image']);
		expect(service.calls).toHaveLength(1);
	});

	it('compresses a phone’s image until it fits into a connection’s first round trip', async () => {
		const { bff, pathOf, serve } = await startSignedBff();
		const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
		const photo = sharp({ create: { width: 600, height: 400, channels: 3, background: '#a33', noise } });
		serve(await photo.resize(1_200).blur(2).jpeg({ quality: 95 }).toBuffer());
		const bytesAt = async (width: number) => {
			const response = await fetch(bff.origin + pathOf('/image').replace('/96?', `/${width}?`));
			return (await response.arrayBuffer()).byteLength;
		};
		expect(await bytesAt(640)).toBeGreaterThan(40_000);
		// With quality 78, the image would have 13,900 bytes.
		expect(await bytesAt(320)).toBeLessThanOrEqual(13_300);
	});

	it('follows up to three redirects, with the configured Referer', async () => {
		const { get, service, fetched } = await startSignedBff({ imageReferer: 'https://www.example/' });
		const file = await drawing().png().toBuffer();
		service.handler = respondTo('/image', (response, { url, headers }) => {
			const left = Number(url.at(-1));
			if (left > 0) return response.writeHead(302, { location: `/image-${left - 1}` }).end();
			return response.writeHead(headers.referer === 'https://www.example/' ? 200 : 418).end(file);
		});
		expect((await get('/image-3')).status).toBe(200);
		expect((await get('/image-5')).status).toBe(404);
		expect(fetched().join()).toBe('/image-3,/image-2,/image-1,/image-0,/image-5,/image-4,/image-3,/image-2');
		// Otherwise, redirects to ever new hosts would leave thousands of idle connections.
		expect(new Set(service.calls.map(({ headers }) => headers.connection))).toEqual(new Set(['close']));
	});

	it('warns once about a host that refuses its images, with what to set', async () => {
		const { bff, get, service } = await startSignedBff({ logLevel: 'warn' });
		service.handler = respondTo('/image', (response, { url }) =>
			response.writeHead(url === '/image-0' ? 404 : 418).end(),
		);
		for (const image of [0, 1, 2]) expect((await get(`/image-${image}`)).status).toBe(404);
		expect(bff.log).toEqual([expect.stringContaining('127.0.0.1')]);
		expect(bff.log[0]).toContain('sends status 418: set IMAGE_REFERER');
	});

	it('forbids caching an image of a private event; one of a public event may be cached and shown by other sites', async () => {
		const { bff, service, serve } = await startSignedBff();
		serve(await drawing().png().toBuffer());
		const event = { ...fakeEvent, image: `${service.origin}/image.png` };
		handleFirst(service, answer('/v2/event/10', event));
		handleFirst(service, answer('/v2/event/11', { ...event, is_priv: 'yes' }));
		const member = await bff.member();
		const imageOf = async (id: string) => {
			const event = await member.json<Event>(`/api/events/${id}`);
			return member.fetch(imageUrl(event.posters.at(-1) ?? '', 96), {
				headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' },
			});
		};
		const { status, headers } = await imageOf('10');
		expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=604800, immutable']);
		expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
		expect((await imageOf('11')).headers.get('cache-control')).toBe('private, no-store');
	});
});

/** A PNG whose header declares this width and height. */
async function pngOf(size: number): Promise<Buffer> {
	const png = await drawing().png().toBuffer();
	png.writeUInt32BE(size, 16);
	png.writeUInt32BE(size, 20);
	png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
	return png;
}

const filter = '<filter id="f"><feTurbulence baseFrequency=".9" numOctaves="9"/></filter>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="5000" height="5000">${filter}<rect width="5000" height="5000" filter="url(#f)"/></svg>`;

describe('image decoding', () => {
	it('returns JPEG, PNG, WebP, AVIF and the first frame of a GIF as WebP in the requested width, and rejects unsupported widths', async () => {
		const { bff, get, serve } = await startSignedBff();
		for (const type of ['jpeg', 'png', 'webp', 'avif'] as const) {
			serve(await drawing().toFormat(type).toBuffer(), 'text/plain');
			const response = await get(`/image-${type}`);
			expect([type, response.status]).toEqual([type, 200]);
			const { format, width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
			expect({ format, width }).toEqual({ format: 'webp', width: 96 });
		}
		// Noise, since the encoder would merge equal frames.
		const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
		const size = { width: 9, height: 18_000, pageHeight: 9 };
		const frames = { ...size, channels: 3, background: '#000', noise } as const;
		serve(await sharp({ create: frames }).gif().toBuffer());
		const first = await get('/image.gif');
		expect([first.status, Buffer.from(await first.arrayBuffer()).includes('ANIM')]).toEqual([200, false]);
		for (const width of ['97', '96px'])
			expect(
				(await fetch(`${bff.origin}${imageUrl('https://img.example/a', 96).replace('96', width)}`)).status,
			).toBe(404);
	});

	it('shows print posters and photos of large cameras, but no file that takes too much memory to decode', async () => {
		const { get, serve } = await startSignedBff();
		const flat = (width: number, height: number) =>
			sharp({ create: { width, height, channels: 3, background: '#a33' }, limitInputPixels: false });
		const files: [name: string, status: number, file: Buffer][] = [
			[
				'an A2 JPEG at 300 dpi',
				200,
				await flat(4961, 7016).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
			],
			['a progressive one', 200, await flat(4961, 7016).jpeg({ progressive: true }).toBuffer()],
			['a much larger one', 404, await flat(6200, 6200).jpeg({ progressive: true }).toBuffer()],
			['a large AVIF', 404, await flat(3000, 3000).avif({ effort: 0 }).toBuffer()],
		];
		for (const [name, status, file] of files) {
			serve(file);
			expect([name, (await get(`/image-${encodeURIComponent(name)}`)).status]).toEqual([name, status]);
		}
	});

	const others: [name: string, file: () => Promise<Buffer | string>][] = [
		[
			'an SVG behind the first bytes of a JPEG',
			async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
		],
		['a TIFF', async () => drawing().tiff().toBuffer()],
		['a PNG that declares ten billion pixels', () => pngOf(100_000)],
		['a truncated JPEG', async () => (await drawing().jpeg({ quality: 100 }).toBuffer()).subarray(0, -200)],
		['an empty file', async () => ''],
	];
	it('rejects broken, unsupported or dangerous files with 404', async () => {
		const { get, serve } = await startSignedBff();
		for (const [name, fileOf] of others) {
			serve(await fileOf(), 'image/svg+xml');
			expect([name, (await get(`/image-${encodeURIComponent(name)}.jpg`)).status]).toEqual([name, 404]);
		}
	});
});

describe('the image proxy under load', () => {
	it('fetches an image once for simultaneous requests, remembers a failure for every width, and counts every outcome for operators', async () => {
		const { bff, service, get, serve, pathOf, fetched } = await startSignedBff();
		serve(await drawing().png().toBuffer());
		const responses = await Promise.all(Array.from({ length: 5 }, () => get('/image.png')));
		expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		await get('/image.png');
		await fetch(`${bff.origin}${imageUrl(`${service.origin}/image.png`, 96)}`);
		serve('no image');
		expect((await get('/image-2.png')).status).toBe(404);
		const wider = pathOf('/image-2.png').replace('/images/96', '/images/640');
		expect((await fetch(`${bff.origin}${wider}`)).status).toBe(404);
		expect(fetched()).toEqual(['/image.png', '/image-2.png']);
		const metrics = await (await fetch(`${bff.origin}/metrics`)).text();
		for (const outcome of ['cached"} 1', 'unsigned"} 1', 'failed"} 2'])
			expect(metrics).toContain(`daybill_image_requests_total{outcome="${outcome}`);
		expect(metrics).toContain('daybill_image_requests_total{outcome="loaded"} ');
	});

	it('does not report an image as absent when its server disconnects or is down, and fetches it again after a while', async () => {
		const { get, service, fetched, serve } = await startSignedBff();
		service.handler = respondTo('/image', (response, { url }) =>
			url === '/image.png' ? response.socket?.destroy() : response.writeHead(503).end(),
		);
		for (const source of ['/image.png', '/image-503.png', '/image.png', '/image-503.png']) {
			const response = await get(source);
			expect([response.status, response.headers.get('retry-after')]).toEqual([504, '5']);
			expect(await response.json()).toMatchObject({ reason: 'service_timeout' });
		}
		expect(fetched()).toHaveLength(2);
		serve(await drawing().png().toBuffer());
		const now = performance.now.bind(performance);
		vi.spyOn(performance, 'now').mockImplementation(() => now() + 5_000);
		await expect.poll(async () => (await get('/image.png')).status).toBe(200);
	});

	it('fetches few images from one host at a time; when too many wait, the next request gets 503 with Retry-After', async () => {
		const { bff, get, service, fetched } = await startSignedBff();
		const poster = { 'image-hlarge': `${service.origin}/image.png` };
		handleFirst(service, answer('/v2/event/10', { ...fakeEvent, ...poster }));
		const { held, release } = holdCalls(
			service,
			({ url }) => url.startsWith('/image'),
			(response) => response.writeHead(404).end(),
		);
		const responses = Array.from({ length: 230 }, (_, index) => get(`/image-${index}.jpg`));
		const first = await Promise.race(responses);
		expect(first.status).toBe(503);
		expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(await first.json()).toMatchObject({ reason: 'overloaded' });
		expect(fetched().length).toBeLessThanOrEqual(5);
		const { status, headers } = await fetch(`${bff.origin}/previews/en/10.jpg`);
		expect([status, headers.get('cache-control')]).toEqual([503, 'no-store']);
		expect(headers.get('retry-after')).toBe('5');
		for (let count = fetched().length + 1; count < 9; count++) {
			held.pop()?.();
			await expect.poll(() => fetched().length).toBe(count);
		}
		release();
		const statuses = (await Promise.all(responses)).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set([404, 503]));
	});

	it('does not make others wait for a visitor who loads many slow images', async () => {
		const { bff, service, pathOf, serve, fetched } = await startSignedBff({
			visitorLimits: { perAddress: 1_000, perSession: 1_000 },
			trustProxy: ['127.0.0.1'],
		});
		serve(await drawing().png().toBuffer());
		const { held, release } = holdCalls(
			service,
			({ url }) => url.startsWith('/image-slow'),
			(response) => response.writeHead(404).end(),
		);
		const flood = Array.from({ length: 60 }, (_, index) =>
			bff.statusFor('203.0.113.1', pathOf(`/image-slow-${index}`)),
		);
		await expect.poll(() => held.length).toBe(4);
		expect(await bff.statusFor('203.0.113.2', pathOf('/image-quick'))).toBe(200);
		expect(fetched()).toHaveLength(5);
		release();
		expect(new Set(await Promise.all(flood))).toEqual(new Set([404]));
	});
});
