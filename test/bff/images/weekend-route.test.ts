/** `POST /auth/weekend`: the image of what a person goes to. */
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { fakeEvent, listOf, privateEvent, sendError, sendJson } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';
import { startSignedIn } from '../start-site.ts';

const request = (...ids: string[]) => ({ locale: 'en', events: ids.map((id) => ({ id, day: null })) });

/** A signed-in person who goes to event 10, which only they may know of. */
async function start() {
	const { service, browser } = await startSignedIn();
	service.handler = (call, response) => {
		if (!call.url.startsWith('/v2/event/user_participated/42')) return;
		const token = call.headers.authorization?.replace('Bearer ', '') ?? '';
		if (!service.valid.has(token)) return sendError(response, call, 102, 'access_token_is_missing');
		return sendJson(response, 200, listOf(privateEvent));
	};
	return { service, browser };
}

it('is drawn for the person alone, also of private events, with one call', async () => {
	const { service, browser } = await start();
	const before = service.calls.length;
	const response = await browser.post('/auth/weekend', request('10'));
	expect([
		response.status,
		response.headers.get('content-type'),
		response.headers.get('cache-control'),
	]).toEqual([200, 'image/jpeg', 'no-store']);
	const { format, width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
	expect([format, width]).toEqual(['jpeg', 1080]);
	expect(service.calls.length - before).toBe(1);
});

it('has the clock of the person’s browser', async () => {
	const { browser } = await start();
	const imageFor = async (language: string) => {
		const headers = { 'Accept-Language': language };
		const sent = { method: 'POST', body: JSON.stringify(request('10')), headers };
		return Buffer.from(await (await browser.fetch('/auth/weekend', sent)).arrayBuffer());
	};
	const [american, british, australian] = [
		await imageFor('en-US'),
		await imageFor('en-GB'),
		await imageFor('en-AU'),
	];
	expect(american.equals(british)).toBe(false);
	expect(american.equals(australian)).toBe(true);
});

it('has events of every page of a service with small pages', async () => {
	const { service, browser } = await start();
	service.handler = ({ url }, response) => {
		if (!url.startsWith('/v2/event/user_participated/42')) return;
		const start = Number(new URL(url, service.origin).searchParams.get('start'));
		const events = [{ ...fakeEvent, id: String(10 + start) }];
		return sendJson(response, 200, { count: 1, start, total: 3, events });
	};
	expect((await browser.post('/auth/weekend', request('12'))).status).toBe(200);
});

it('has the placeholder where a poster takes more than two seconds or is broken', async () => {
	const { service, browser } = await start();
	service.handler = (call, response) => {
		if (call.url.startsWith('/v2/event/user_participated/42')) {
			const events = ['slow', 'broken'].map((poster, index) => ({
				...fakeEvent,
				id: String(10 + index),
				'image-hlarge': `${service.origin}/${poster}.png`,
			}));
			return sendJson(response, 200, listOf(...events));
		}
		if (call.url === '/broken.png') response.end('no image');
		return call.url.endsWith('.png');
	};
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 2_000 ? 1_000 : ms));
	expect((await browser.post('/auth/weekend', request('10', '11'))).status).toBe(200);
});

it('is not drawn of events that they do not go to, of too many, nor for who is signed out', async () => {
	const { service, browser } = await start();
	expect((await browser.post('/auth/weekend', request('11'))).status).toBe(404);
	expect((await browser.post('/auth/weekend', request('1', '2', '3', '4', '5'))).status).toBe(400);
	expect((await browser.get('/auth/weekend')).status).toBe(404);
	const stranger = (await startTestBff(service.origin)).browser();
	expect((await stranger.post('/auth/weekend', request('10'))).status).toBe(401);
});
