/** Daybill in front of services that fill the gaps of the specification differently from the sandbox. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { peoplePageSize } from '../../src/contract/bff-api/limits.ts';
import type { Event } from '../../src/contract/event/event.ts';
import type { List } from '../../src/contract/event/lists.ts';
import { filtersRequired } from '../conformance/lawful/access.ts';
import { endsBeforeBegin, flagsAreDigits } from '../conformance/lawful/events.ts';
import { participantsAreArray } from '../conformance/lawful/lists.ts';
import { recorded } from '../conformance/lawful/recorded.ts';
import { acceptedEmpty, expiresInMinutes, idleWritesRejected } from '../conformance/lawful/wire.ts';
import { inOrder, type Middleware } from '../conformance/service/messages.ts';
import { isList, operationOf } from '../conformance/service/operation.ts';
import { startProxy } from '../conformance/service/proxy.ts';
import { rejectCall } from '../conformance/service/reject.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { pageDataOf } from './page-data-of.ts';
import { signInAs } from './sign-in.ts';
import { startTestBff } from './start-bff.ts';

const different = [
	...[endsBeforeBegin, flagsAreDigits, participantsAreArray],
	...[acceptedEmpty, expiresInMinutes, idleWritesRejected],
];

it.each([
	['a live service', recorded, { tokenParams: 'query' }],
	['a service with other bodies', different, {}],
] as const)('%s can be read, and a user signs in, joins and leaves', async (_what, lawful, settings) => {
	const sandbox = await startTestSandbox();
	const middleware = inOrder(...lawful.map(({ create }) => create()));
	const proxy = await startProxy(() => sandbox.origin, middleware);
	onTestFinished(proxy.close);
	const browser = (await startTestBff(proxy.origin, settings)).browser();
	const { id } = await sandbox.someEvent();
	const readEvent = () => browser.json<Event>(`/api/events/${id}`);

	const { items } = await browser.json<List<Event>>('/api/cities/108288/events?day_type=future&count=20');
	expect(items).toHaveLength(20);
	const { title, participantCount, posters } = await readEvent();
	expect(posters).toHaveLength(3);
	expect(await browser.text(`/events/${id}`)).toContain(`<title>${title}`);
	expect((await browser.get('/events/999999999999')).status).toBe(404);

	await signInAs(browser, { origin: proxy.origin });
	const relation = async () => {
		const own = await browser.json<List<Event>>('/api/users/1001/participated?status=ongoing&count=100');
		const people = await browser.json<List<Event>>(
			`/api/events/${id}/participants?start=0&count=${peoplePageSize}`,
		);
		const has = (list: List<Event>, wanted: string) => list.items.some((item) => item.id === wanted);
		return [(await readEvent()).participantCount - participantCount, has(own, id), has(people, '1001')];
	};
	const path = `/api/events/${id}/participants`;
	expect((await browser.post(path)).status).toBe(202);
	expect(await relation()).toEqual([1, true, true]);
	expect((await browser.fetch(path, { method: 'DELETE' })).status).toBe(202);
	expect(await relation()).toEqual([0, false, false]);
});

it.each([
	['have at most 20 elements', (count: number) => count > 20],
	['take no paging', () => true],
] as const)(
	'a service whose lists %s, except those of events, which need filters, can be read',
	async (_what, isTooLong) => {
		// The time of day decides which events front pages and embeds show.
		vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00+08:00') });
		const sandbox = await startTestSandbox();
		const rejected: string[] = [];
		const limits: Middleware = async (request, next) => {
			const name = operationOf(request);
			const count = Number(request.query.get('count') ?? 0);
			const isRejected = isList(name) && count > 0 && (name === 'listEvents' ? count > 40 : isTooLong(count));
			if (isRejected) rejected.push(name ?? '');
			return isRejected ? rejectCall(request, next, 113) : next(request);
		};
		const middleware = inOrder(filtersRequired.create(), limits);
		const proxy = await startProxy(() => sandbox.origin, middleware);
		onTestFinished(proxy.close);
		const browser = (await startTestBff(proxy.origin)).browser();
		const { front } = pageDataOf(await browser.text('/cities/beijing'));
		const { id = '', title = '' } = front?.today.at(-1) ?? {};
		for (const path of [
			'/api/cities/108288/events?day_type=future',
			'/feeds/cities/beijing.json',
			'/embed/cities/beijing?day_type=future&count=20',
			`/search/cities/beijing?q=${encodeURIComponent(title)}`,
		])
			expect(await browser.text(path), path).toContain(id);
		await signInAs(browser, { origin: proxy.origin });
		for (const [kind, relation] of [
			['wishers', 'wished'],
			['participants', 'participated'],
		]) {
			await browser.post(`/api/events/${id}/${kind}`);
			const own = `/api/me/events?relation=${relation}&status=ongoing`;
			expect(await browser.text(own)).toContain(`"${id}"`);
			const people = `/api/events/${id}/${kind}?start=0&count=${peoplePageSize}`;
			expect(await browser.text(people)).toContain('"id":"1001"');
		}
		for (const name of new Set(rejected))
			expect(rejected.filter((each) => each === name).length, name).toBeLessThanOrEqual(3);
	},
);
