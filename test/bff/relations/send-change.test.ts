/** Changes of relations at services that are late, lose responses, or reject changes that change nothing. */
import { describe, expect, it } from 'vitest';
import { relationsOf } from '../../../src/bff/relations/own-relations.ts';
import type { FakeCall } from '../fake-service.ts';
import { problemOf } from '../problem-of.ts';
import { startOwn } from './start-own.ts';

const day = '2026-11-28';
const isWrite = ({ method }: FakeCall) => method !== 'GET';
const unknown = { status: 504, reason: 'outcome_unknown' };

it('a join that is in no list for half a minute is shown, until the person leaves with another program', async () => {
	const { own, person, service, send, pass } = await startOwn();
	service.lagMs = 29_000;
	const joinedAs = { begin: '2026-11-27 10:00:00', end: '2026-11-29 18:00:00', address: 'a street' };
	const relation = { joined: true, wished: false, day, joinedAs, seesMore: true };
	await relationsOf(own, person, 'ongoing');
	expect(await send('joinEvent', '1', { participate_date: day })).toMatchObject({ written: { relation } });
	for (const ms of [0, 28_000, 33_000]) {
		pass(ms);
		const { relations } = await relationsOf(own, person, 'ongoing');
		expect(relations).toEqual({ 1: relation });
	}
	service.joined.clear();
	pass(60_000);
	// The person has left with another program.
	expect(await relationsOf(own, person, 'ongoing')).toEqual({ relations: {}, isComplete: true });
});

it.each([
	['adds one, even before the service does', [], 5],
	['adds nobody who had joined with another program before their lists were read', ['1'], 4],
])('a join %s', async (_case, joined, count) => {
	const { own, person, service, send } = await startOwn();
	service.joined = new Set(joined);
	service.lagMs = 20_000;
	service.events.set('1', { participant_count: 4 });
	if (count > 4) await relationsOf(own, person, 'ongoing');
	await own.sharedReads.read({ operation: 'getEvent', parameters: { id: '1' } });
	expect(await send('joinEvent')).toMatchObject({ written: { event: { participantCount: count } } });
});

describe('a change whose response is lost', () => {
	it('succeeds, with the chosen day, once it is sent again', async () => {
		const { own, person, service, send, waits, calls } = await startOwn();
		service.lagMs = 2_000;
		let drops = 1;
		service.drops = (call) => (isWrite(call) && drops-- > 0 ? 'before' : undefined);
		const sent = await send('joinEvent', '1', { participate_date: day });
		expect(sent).toMatchObject({ written: { event: { id: '1' }, relation: { joined: true, day } } });
		expect(waits).toEqual([1_000]);
		expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(2);
		expect((await relationsOf(own, person, 'ongoing')).relations).toMatchObject({ 1: { joined: true, day } });
	});

	it('fails, and is not shown, if a limit rejects it when it is sent again', async () => {
		const { own, person, service, send } = await startOwn();
		service.drops = (call) => {
			if (!isWrite(call)) return undefined;
			service.drops = () => undefined;
			service.rejects = (each) => (isWrite(each) ? 111 : undefined);
			return 'before';
		};
		expect(await send('joinEvent')).toMatchObject({ rejection: { error: { code: 111 } } });
		expect((await relationsOf(own, person, 'ongoing')).relations).toEqual({});
	});

	it('is shown as made if the service rejects it as a repetition, and shows it later', async () => {
		const { own, person, service, send, pass } = await startOwn();
		service.lagMs = 6_000;
		let writes = 0;
		service.rejects = (call) => (isWrite(call) && writes++ > 0 ? 999 : undefined);
		service.drops = (call) => (isWrite(call) && writes < 2 ? 'after' : undefined);
		await expect(send('joinEvent')).rejects.toMatchObject({ problem: { reason: 'outcome_unknown' } });
		for (const ms of [0, 32_000]) {
			pass(ms);
			expect((await relationsOf(own, person, 'ongoing')).relations).toMatchObject({ 1: { joined: true } });
		}
	});

	it('is found in the event, if the service sends the relation, without the lists', async () => {
		const { service, send, reads } = await startOwn();
		service.drops = (call) => {
			service.events.set('1', { status: 'joined' });
			return isWrite(call) ? 'after' : undefined;
		};
		expect(await send('joinEvent')).toMatchObject({ written: { relation: { joined: true } } });
		expect(reads()).toEqual(['GET /v2/event/1']);
	});

	it('twice is shown as made but unsure for half a minute, and then as the list has it', async () => {
		const { own, person, service, send, pass } = await startOwn();
		service.drops = (call) => (isWrite(call) ? 'before' : undefined);
		const shown: unknown[] = [];
		const wait = own.wait;
		own.wait = async (ms) => {
			shown.push((await relationsOf(own, person, 'ongoing')).relations[1]);
			return wait(ms);
		};
		expect(await problemOf(send('joinEvent'))).toMatchObject(unknown);
		expect(shown).toEqual([expect.objectContaining({ joined: true, wished: false, isUnsure: true })]);
		pass(30_000);
		expect((await relationsOf(own, person, 'ongoing')).relations).toEqual({});
		pass(60_000);
		expect((await own.records.read('42')).changes).toEqual([]);
	});

	it('and only changes the day of a join is sent again, because lists have no days', async () => {
		const { own, person, service, send, calls } = await startOwn();
		await send('joinEvent', '1', { participate_date: '2026-11-27' });
		let drops = 1;
		service.drops = (call) => (isWrite(call) && drops-- > 0 ? 'before' : undefined);
		expect(await send('joinEvent', '1', { participate_date: day })).toMatchObject({
			written: { relation: { day } },
		});
		expect(calls().filter((call) => call.startsWith('POST'))).toHaveLength(3);
		drops = 2;
		expect(await problemOf(send('joinEvent', '1', { participate_date: '2026-11-29' }))).toMatchObject(
			unknown,
		);
		expect((await relationsOf(own, person, 'ongoing')).relations).toMatchObject({ 1: { joined: true } });
	});
});

it('if the same change is sent several times at once, only one changes the count, even if the event can’t be read', async () => {
	const { own, person, service, send } = await startOwn();
	service.events.set('1', { participant_count: 4 });
	service.joined.add('1');
	await own.sharedReads.read({ operation: 'getEvent', parameters: { id: '1' } });
	await relationsOf(own, person, 'ongoing');
	service.rejects = ({ method }) => (method === 'GET' ? 111 : undefined);
	await Promise.all(Array.from({ length: 8 }, () => send('leaveEvent')));
	expect(own.sharedReads.peekEvent('1')?.participantCount).toBe(3);
	await Promise.all(Array.from({ length: 8 }, () => send('joinEvent')));
	expect(own.sharedReads.peekEvent('1')?.participantCount).toBe(4);
});

it('lists that cannot be read are an error only if nothing is known, and each is read three times', async () => {
	const { own, person, service, send, reads } = await startOwn();
	service.drops = ({ url }) => (url.includes('/user_') ? 'before' : undefined);
	expect(await problemOf(relationsOf(own, person, 'ongoing'))).toMatchObject({
		reason: 'service_unreachable',
	});
	expect(reads()).toHaveLength(6);
	await send('wishEvent');
	const relations = { 1: { joined: false, wished: true } };
	expect(await relationsOf(own, person, 'ongoing')).toEqual({ relations, isComplete: false });
});

describe('a service that rejects changes that change nothing', () => {
	it('does not make them fail', async () => {
		const { service, send } = await startOwn();
		service.joined.add('1');
		service.rejects = (call) => (isWrite(call) ? 999 : undefined);
		expect(await send('joinEvent')).toMatchObject({ written: { relation: { joined: true } } });
		expect(await send('unwishEvent')).toMatchObject({ written: { relation: { wished: false } } });
		expect(await send('leaveEvent')).toMatchObject({ rejection: { error: { code: 999 } } });
		// The person had joined with another program, perhaps on another day, so the rejection may be about the day.
		const onDay = await send('joinEvent', '1', { participate_date: day });
		expect(onDay).toMatchObject({ rejection: { error: { code: 999 } } });
	});
});

describe('a service at which one relation ends the other, and an event shows the person’s relation', () => {
	it('shows only the latest relation, from the first response on', async () => {
		const { own, person, service, send } = await startOwn();
		service.wished.add('1');
		const shown = async () => (await relationsOf(own, person, 'ongoing')).relations[1];
		expect(await shown()).toMatchObject({ joined: false, wished: true });
		service.events.set('1', { status: 'joined' });
		const joined = { joined: true, wished: false };
		expect(await send('joinEvent')).toMatchObject({ written: { relation: joined } });
		expect(await shown()).toMatchObject(joined);
		service.events.set('1', { status: 'wished' });
		const wished = { joined: false, wished: true };
		expect(await send('wishEvent')).toMatchObject({ written: { relation: wished } });
		expect(await shown()).toEqual(wished);
	});
});
