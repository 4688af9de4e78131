/** `POST /auth/weekend`: the image of the events that a user attends. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { answer, fakeEvent, listOf, privateEvent, requireToken } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';
import { startSignedIn } from '../start-site.ts';

const request = (...ids: string[]) => ({
	locale: 'en',
	events: ids.map((id) => ({ id, when: 'Sat 28 Nov, 19:30' })),
});
const later = { locale: 'en', events: [{ id: '10', when: 'Sat 28 Nov, 21:00' }] };

/** A signed-in user who attends event 10, and event 12, which is private. */
async function start() {
	const { service, browser } = await startSignedIn();
	service.handler = answer(
		'/v2/event/user_participated/42',
		listOf(fakeEvent, { ...privateEvent, id: '12' }),
	);
	requireToken(service);
	return { service, browser };
}

it('the weekend image is drawn for the user alone, with the times that the app sends and one read of their lists', async () => {
	const { service, browser } = await start();
	const response = await browser.post('/auth/weekend', request('10'));
	expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
	expect(response.headers.get('cache-control')).toBe('no-store');
	const image = Buffer.from(await response.arrayBuffer());
	const { format, width } = await sharp(image).metadata();
	expect([format, width]).toEqual(['jpeg', 1080]);
	const other = await browser.post('/auth/weekend', later);
	expect(other.status).toBe(200);
	expect(image.equals(Buffer.from(await other.arrayBuffer()))).toBe(false);
	expect(service.calls).toHaveLength(2);
});

it('the weekend image is not drawn for private events or those that the user does not attend, for too many events, or for signed-out visitors', async () => {
	const { service, browser } = await start();
	for (const id of ['11', '12']) expect((await browser.post('/auth/weekend', request(id))).status).toBe(404);
	expect((await browser.post('/auth/weekend', request('1', '2', '3', '4', '5'))).status).toBe(400);
	expect((await browser.get('/auth/weekend')).status).toBe(404);
	const stranger = (await startTestBff(service.origin)).browser();
	expect((await stranger.post('/auth/weekend', request('10'))).status).toBe(401);
});
