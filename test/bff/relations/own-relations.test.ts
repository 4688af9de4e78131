import { describe, expect, it } from 'vitest';
import { agendaOf, eventsOf, openAgendaOf, relationsOf } from '../../../src/bff/relations/own-relations.ts';
import { seeChanges } from '../../../src/bff/relations/send-change.ts';
import { problemOf } from '../problem-of.ts';
import { startOwn } from './start-own.ts';

const day = '2026-11-28';
const dayMs = 86_400_000;

async function start() {
	const site = await startOwn();
	const { own, person } = site;
	return {
		...site,
		relations: async (status: 'ongoing' | 'expired' = 'ongoing') =>
			(await relationsOf(own, person, status)).relations,
		ids: async (name: 'joined' | 'wished', status: 'ongoing' | 'expired' = 'ongoing') =>
			(await eventsOf(own, person, name, status)).events.map(({ id }) => id),
	};
}

it('each list is read once a minute, whatever a person reloads', async () => {
	const { own, person, service, relations, ids, calls, pass } = await start();
	service.joined.add('1');
	service.wished.add('2');
	const load = () =>
		Promise.all([relations(), relations(), ids('joined'), ids('wished'), agendaOf(own, person)]);
	for (let loads = 0; loads < 57; loads++) {
		expect((await load()).slice(1, 4)).toMatchObject([{ 1: { joined: true, wished: false } }, ['1'], ['2']]);
		pass(1_000);
	}
	const path = (list: string) => `GET /v2/event/user_${list}/42?status=ongoing&start=0&count=100`;
	expect(calls()).toEqual([path('participated'), path('wished')]);
	pass(3_000);
	await load();
	expect(calls()).toHaveLength(4);
});

describe('a chosen day', () => {
	it('is kept for 30 days after the event', async () => {
		const { send, relations, pass } = await start();
		await send('joinEvent', '1', { participate_date: day });
		pass(9 * dayMs);
		expect(await relations()).toEqual({});
		for (const days of [0, 28]) {
			pass(days * dayMs);
			expect(await relations('expired')).toMatchObject({ 1: { joined: true, day } });
		}
		pass(2 * dayMs);
		expect((await relations('expired'))[1]).not.toHaveProperty('day');
	});

	it('limits the event to that day in the calendar, even where the lists are read without a token', async () => {
		const { own, person, service, send } = await start();
		service.joined.add('2');
		await send('joinEvent', '1', { participate_date: day });
		const [begin, end] = [`${day} 00:00:00`, '2026-11-29 00:00:00'];
		const all = { begin: '2026-11-27 10:00:00', end: '2026-11-29 18:00:00' };
		const joined = [
			{ id: '2', ...all },
			{ id: '1', begin, end },
		];
		expect(await agendaOf(own, person)).toMatchObject({ joined, wished: [] });
		expect(await openAgendaOf(own, person.call, '42')).toMatchObject({ joined, wished: [] });
	});
});

it('the time and place at joining stay until the person has seen a change', async () => {
	const { own, person, service, send, relations, pass } = await start();
	await send('joinEvent');
	const before = (await relations())[1]?.joinedAs;
	expect(before).toMatchObject({ begin: '2026-11-27 10:00:00', address: 'a street' });
	service.events.set('1', { begin_time: '2026-11-27 12:00:00', address: 'a hall' });
	pass(11 * 60_000);
	expect((await relations())[1]?.joinedAs).toEqual(before);
	await seeChanges(own, person, '1');
	await seeChanges(own, person, '2');
	expect((await relations())[1]?.joinedAs).toMatchObject({ begin: '2026-11-27 12:00:00', address: 'a hall' });
	expect(Object.keys(await relations())).toEqual(['1']);
});

it('lists that the service does not show are requested once a minute, and the changes made with Daybill are shown', async () => {
	const { own, person, service, send, ids, calls, pass } = await start();
	service.rejects = ({ url }) => (url.includes('/user_') ? 108 : undefined);
	expect(await relationsOf(own, person, 'ongoing')).toEqual({ relations: {}, isComplete: false });
	expect(await problemOf(ids('joined'))).toMatchObject({ reason: 'service_rejected', code: 108 });
	await send('joinEvent', '1', { participate_date: day });
	pass(600_000);
	const known = { relations: { 1: { joined: true, day } }, isComplete: false };
	for (let times = 0; times < 3; times++)
		expect(await relationsOf(own, person, 'ongoing')).toMatchObject(known);
	expect(await ids('joined')).toEqual(['1']);
	expect(calls().filter((call) => call.includes('/user_'))).toHaveLength(4);
});
