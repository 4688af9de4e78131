/** `/previews/…`: the images in link previews of public events and of lists. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { Brand } from '../../../src/bff/brand/brand.ts';
import { readBrand } from '../../../src/bff/brand/read-brand.ts';
import { brandFolder } from '../brand/brand-folder.ts';
import { answer, fakeEvent, handleFirst, listOf, sendJson } from '../fake-service.ts';
import { builtWeb } from '../start-bff.ts';
import { meanColor, near, plainPng } from './colors.ts';
import { startSignedBff } from './signed-bff.ts';

const cached = 'public, max-age=86400';
const panel = { left: 740, top: 0, width: 460, height: 630 };
const corner = { left: 0, top: 0, width: 40, height: 40 };

/** A web app with this placeholder. */
async function webWith(placeholder: string, content: string | Buffer): Promise<string> {
	const webDir = await builtWeb();
	await mkdir(path.join(webDir, 'placeholders'));
	await writeFile(path.join(webDir, 'placeholders', placeholder), content);
	return webDir;
}

/** A BFF whose event 10 has this poster, and whose placeholder for music is blue. */
async function startSite({ brand }: { brand?: Brand } = {}) {
	const webDir = await webWith('music.png', await plainPng('#0000c0', 1200, 630));
	const site = await startSignedBff({ webDir, ...(brand && { brand: () => brand }) });
	site.serve(await plainPng('#c00000', 300, 400));
	const poster = { category: 'music', 'image-hlarge': `${site.service.origin}/image.png` };
	handleFirst(site.service, answer('/v2/event/10', { ...fakeEvent, ...poster }));
	/** The image that the event page links to. */
	const named = async (language = 'en') => {
		const page = await fetch(`${site.bff.origin}/events/10`, { headers: { 'Accept-Language': language } });
		const html = await page.text();
		const of = (property: string) => new RegExp(`property="${property}" content="([^"]*)`).exec(html)?.[1];
		const url = new URL((of('og:image') ?? '').replaceAll('&amp;', '&'));
		return { url: `${site.bff.origin}${url.pathname}${url.search}`, of };
	};
	const get = async (url?: string) => {
		const response = await fetch(url ?? (await named()).url, { redirect: 'manual' });
		return { response, image: Buffer.from(await response.arrayBuffer()) };
	};
	return { ...site, named, get };
}

describe('the image of a link preview', () => {
	it('is linked from the event page, with its size and alternative text, drawn once, and sent once to a client', async () => {
		const { named, get, fetched } = await startSite();
		const { url, of } = await named();
		expect(new URL(url).pathname).toBe('/previews/en/10.jpg');
		expect(of('og:image:width')).toBe('1200');
		expect(of('og:image:height')).toBe('630');
		expect(of('og:image:alt')).toBe('An evening · Sat, 21 Nov 2026, 7:00\u00a0PM');
		const { response, image } = await get(url);
		expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
		expect(response.headers.get('cache-control')).toBe(cached);
		expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
		const { width, height } = await sharp(image).metadata();
		expect({ width, height }).toEqual({ width: 1200, height: 630 });
		expect(await meanColor(image, panel)).toSatisfy(near('#c00000'));
		const headers = { 'If-None-Match': response.headers.get('etag') ?? '' };
		const again = await fetch(url, { headers });
		expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
		expect((await get(url)).image.equals(image)).toBe(true);
		expect(fetched()).toHaveLength(1);
	});

	it('of a list shows the first poster of its public events, has a size and alternative text, and is a JPEG', async () => {
		const { bff, service, get } = await startSite();
		const poster = { 'image-hlarge': `${service.origin}/image.png` };
		const secret = { ...fakeEvent, id: '9', is_priv: 'yes', 'image-hlarge': `${service.origin}/secret.png` };
		handleFirst(service, answer('/v2/event/list', listOf(secret, { ...fakeEvent, ...poster })));
		for (const [path, alt] of [
			['/cities/beijing', '北京'],
			['/cities/beijing?day_type=weekend&type=music', '北京 · This weekend · Music'],
		] as const) {
			const html = await (await fetch(bff.origin + path)).text();
			const of = (name: string) => new RegExp(`property="og:image${name}" content="([^"]*)`).exec(html)?.[1];
			expect([of(':width'), of(':height'), of(':alt')]).toEqual(['1200', '630', alt]);
			const { pathname, search } = new URL(of('')?.replaceAll('&amp;', '&') ?? '');
			const { response, image } = await get(`${bff.origin}${pathname}${search}`);
			expect(response.headers.get('content-type')).toBe('image/jpeg');
			const { width, height } = await sharp(image).metadata();
			expect({ width, height }).toEqual({ width: 1200, height: 630 });
			expect(await meanColor(image, panel)).toSatisfy(near('#c00000'));
		}
	});

	it('is in the language of the page, right to left in Arabic, with the colors and logo of the brand', async () => {
		const logo =
			'<svg xmlns="http://www.w3.org/2000/svg" width="50" height="20"><path d="M0 0h50v20H0z" fill="#00c000"/></svg>';
		const brand = await readBrand(await brandFolder({ logo: 'logo.svg' }, { 'logo.svg': logo }));
		const { named, get } = await startSite({ brand });
		const { url } = await named('ar');
		expect(new URL(url).pathname).toBe('/previews/ar/10.jpg');
		const { image } = await get(url);
		expect(await meanColor(image, { ...panel, left: 0 })).toSatisfy(near('#c00000'));
		expect(await meanColor(image, { ...corner, left: 1160 })).toSatisfy(near('#f3f6ef'));
		expect(await meanColor(image, { left: 1010, top: 530, width: 100, height: 40 })).toSatisfy(
			near('#00c000'),
		);
	});

	it('shows the placeholder if the poster is missing, cannot be loaded, is inside the operator’s network, or takes more than two seconds', async () => {
		const { bff, get, service } = await startSite();
		const { origin } = service;
		const posters = ['', `${origin}/missing.png`, 'http://127.0.0.1:1/image.png', `${origin}/slow.png`];
		service.handler = ({ url }, response) => {
			if (url === '/slow.png') return true;
			const id = /^\/v2\/event\/(\d)$/.exec(url)?.[1];
			const poster = { 'image-hlarge': posters[Number(id)], 'image-lmobile': '', image: '' };
			return id !== undefined && sendJson(response, 200, { ...fakeEvent, id, category: 'music', ...poster });
		};
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		for (const [id, cacheControl] of [cached, 'no-store', cached, 'no-store'].entries()) {
			if (id === 3)
				vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 2_000 ? 0 : ms));
			const { response, image } = await get(`${bff.origin}/previews/en/${id}.jpg`);
			expect([response.status, response.headers.get('cache-control')]).toEqual([200, cacheControl]);
			expect(await meanColor(image, panel)).toSatisfy(near('#0000c0'));
		}
	});

	it('redirects to the sharing image of the brand or to the placeholder if it cannot be drawn', async () => {
		const image = await plainPng('#00c0c0', 1200, 630);
		const brand = await readBrand(await brandFolder({ image: 'p.png' }, { 'p.png': image }));
		const webDir = await webWith('others.png', 'no image');
		for (const [settings, expected] of [
			[{ webDir }, '/placeholders/others.png'],
			[{ webDir, brand: () => brand }, brand.image],
		] as const) {
			const { bff, service } = await startSignedBff(settings);
			const noPoster = { 'image-hlarge': '', 'image-lmobile': '', image: '' };
			service.handler = answer('/v2/event/10', { ...fakeEvent, ...noPoster });
			const response = await fetch(`${bff.origin}/previews/en/10.jpg`, { redirect: 'manual' });
			expect([response.status, response.headers.get('location')]).toEqual([302, expected]);
			expect(response.headers.get('cache-control')).toBe('no-store');
		}
	});

	it('does not exist for an unknown event, an unknown language or an invalid ID, and no poster is fetched', async () => {
		const { bff, fetched } = await startSite();
		for (const file of ['en/11', 'xx/10', `en/${'1'.repeat(300)}`])
			expect([file, (await fetch(`${bff.origin}/previews/${file}.jpg`)).status]).toEqual([file, 404]);
		expect(fetched()).toEqual([]);
	});
});
