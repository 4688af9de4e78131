import { describe, expect, it } from 'vitest';
import { correctOwnList } from '../../../src/bff/reads/apply-change.ts';
import type { Change } from '../../../src/bff/reads/changes.ts';
import { editOwnList, toOwnList } from '../../../src/bff/reads/own-lists.ts';
import type { CachedResponse } from '../../../src/bff/reads/shared-cache.ts';
import type { ServiceResponse } from '../../../src/bff/service/client.ts';
import { fakeEvent } from '../fake-service.ts';

const joinedPath = '/v2/event/user_participated/42?start=0&count=100';
const wishedPath = '/v2/event/user_wished/42?start=0&count=100';
const events = ['1', '2'].map((id) => ({ id, participant_count: 3 }));
const listOf = (elements: readonly { id: string }[], total = elements.length): CachedResponse => ({
	status: 200,
	body: JSON.stringify({ count: elements.length, start: 0, total, events: elements }),
	events: elements.map(({ id }) => ({ id, isPublic: true })),
});
const list = listOf(events);
type Write = Extract<Change, { kind: 'write' }>;
const write = (operation: Write['operation'], eventId: string, element?: unknown): Write => ({
	kind: 'write',
	eventId,
	userId: '42',
	...(operation && { operation }),
	...(element !== undefined && { element }),
});
const bodyOf = (response: CachedResponse | undefined) => response && JSON.parse(response.body);
const element = { id: '3', participant_count: 8 };

describe('a kept list of a person, after they', () => {
	it('join an event, begins with it', () => {
		const edited = editOwnList(joinedPath, list, write('joinEvent', '3', element));
		expect(bodyOf(edited)).toEqual({ count: 3, start: 0, total: 3, events: [element, ...events] });
		expect(edited?.events?.map(({ id }) => id)).toEqual(['3', '1', '2']);
	});

	it('leave an event, has it no more', () => {
		const edited = editOwnList(joinedPath, list, write('leaveEvent', '1'));
		expect(bodyOf(edited)).toEqual({ count: 1, start: 0, total: 1, events: events.slice(1) });
	});

	it('repeat what they did, is the same', () => {
		expect(editOwnList(joinedPath, list, write('joinEvent', '1', element))).toBe(list);
		expect(editOwnList(wishedPath, list, write('unwishEvent', '7'))).toBe(list);
	});

	it.each<[string, string, CachedResponse, Write]>([
		['a part of it', joinedPath, listOf(events, 50), write('joinEvent', '3', element)],
		['a later page', joinedPath.replace('start=0', 'start=2'), list, write('joinEvent', '3', element)],
		['of a phase', `${joinedPath}&status=ongoing`, list, write('joinEvent', '3', element)],
		['changed by an event that is not known, or not public', joinedPath, list, write('joinEvent', '3')],
		['that may have ended a wish', wishedPath, list, write('joinEvent', '1')],
		['after a write without a response', wishedPath, list, write(undefined, '9')],
	])('is fetched again where it is %s', (_, path, response, change) => {
		expect(editOwnList(path, response, change)).toBeUndefined();
	});

	it('change another list, or somebody else changes theirs, is the same', () => {
		expect(editOwnList(wishedPath, list, write('joinEvent', '3', element))).toBe(list);
		expect(editOwnList(joinedPath, list, { ...write('leaveEvent', '1'), userId: '43' })).toBe(list);
	});
});

it('a kept list in Redis is corrected by all changes that came after it, in order', () => {
	const changes: Change[] = [
		write('joinEvent', '3', element),
		{ kind: 'counters', id: '3', counters: { participant_count: 9 }, readAt: 0 },
		write('leaveEvent', '1'),
	];
	expect(bodyOf(correctOwnList(joinedPath, list, changes))).toMatchObject({
		total: 2,
		events: [{ id: '3', participant_count: 9 }, { id: '2' }],
	});
	expect(correctOwnList(joinedPath, list, [...changes, write(undefined, '2')])).toBeUndefined();
});

describe('a list is kept', () => {
	const responseWith = (elements: unknown, status = 200): ServiceResponse => ({
		status,
		body: { count: 1, start: 0, total: 1, events: elements },
		error: undefined,
		limitHeaders: {},
		retryAfter: undefined,
	});
	const isKept = async (response: ServiceResponse) =>
		(await toOwnList(response, (body) => body)).isForNobodyElse !== true;

	it('only when everybody may see all its events', async () => {
		expect(await isKept(responseWith([fakeEvent]))).toBe(true);
		expect(await isKept(responseWith([]))).toBe(true);
		for (const elements of [
			[fakeEvent, { ...fakeEvent, id: '11', is_priv: 'yes' }],
			[{ ...fakeEvent, is_priv: 'perhaps' }],
			[fakeEvent, null],
			'none',
		])
			expect(await isKept(responseWith(elements))).toBe(false);
		expect(await isKept(responseWith([fakeEvent], 400))).toBe(false);
	});
});
