/** Checks for filtered event lists: `loc` and `status` (Spec §4.2), and malformed parameters (Spec §7). */
import type { CallParameters } from '../../contract/spec/call.ts';
import { dayTypes, eventTypes, type RelationStatus, relationStatuses } from '../../contract/spec/filters.ts';
import { type OperationName, relationLists } from '../../contract/spec/operations.ts';
import { NotJudged, type ServiceResponse } from '../call.ts';
import { check, conforms, Differs, differs, type Finding, type Findings, leftOpen, show } from '../check.ts';
import { judgeCode, judgeMalformed } from '../judge.ts';
import { knownId, readLongPage } from '../known.ts';
import {
	arrayOf,
	bodyOf,
	dayMs,
	type Event,
	elementsOf,
	eventsOf,
	formatTime,
	readCount,
	readText,
} from '../read.ts';
import type { Service } from '../service.ts';
import { readWholeList } from './paging.ts';

/** What checks need from a filtered list; fields have their own checks. */
export interface FilteredList {
	/** Whether the service sent a list. */
	readonly isRead: boolean;
	readonly events: readonly Event[];
	readonly total: number | null;
	readonly response: ServiceResponse;
}

async function readFiltered<Name extends OperationName>(
	service: Service,
	name: Name,
	input: CallParameters<Name>,
): Promise<FilteredList> {
	const response = await readLongPage(service, name, input);
	const isRead = response.status === 200 && arrayOf(response, 'events') !== null;
	return { isRead, events: eventsOf(response), total: readCount(bodyOf(response).total), response };
}

export const listOf = async (
	service: Service,
	filters: CallParameters<'listEvents'>,
): Promise<FilteredList> =>
	readFiltered(service, 'listEvents', { loc: await knownId(service, 'locId'), ...filters });

/** @throws Differs unless the service sent a list */
export function requireList({ isRead, response }: FilteredList): void {
	if (!isRead) throw new Differs('HTTP 200 with an event list', response);
}

export function judgeEach(
	{ events, response }: FilteredList,
	expected: string,
	fits: (event: Event) => boolean,
	format: (event: Event) => string,
): Finding {
	const other = events.find((event) => !fits(event));
	return other === undefined ? conforms : differs(expected, `event ${other.id}: ${format(other)}`, response);
}

export const formatTimes = ({ begin, end }: Event): string =>
	[begin, end].map((time) => (time === null ? 'unknown' : formatTime(time))).join(' to ');

type RelationList = (typeof relationLists)[number];

/** Times have no zone, so a day either way is tolerated. An event without an end can have any status. */
function canHaveStatus({ end }: Event, status: RelationStatus, now: number): boolean {
	if (end === null) return true;
	return status === 'expired' ? end < now + dayMs : end > now - dayMs;
}

async function judgeStatus(
	service: Service,
	operation: RelationList,
	status: RelationStatus,
): Promise<Finding> {
	const list = await readFiltered(service, operation, { id: await knownId(service, 'userId'), status });
	requireList(list);
	const expected = status === 'expired' ? 'an event that is over' : 'an event that is not over';
	const now = service.now();
	return judgeEach(list, expected, (event) => canHaveStatus(event, status, now), formatTimes);
}

/** Left open: without a status, a list may contain all events, contain only ongoing or only expired ones, or fail. */
async function judgeStatusSum(service: Service, operation: RelationList): Promise<Findings> {
	const id = await knownId(service, 'userId');
	const unfiltered = await service.read(operation, { id });
	if (unfiltered.status !== 200) return judgeCode(unfiltered, []);
	const read = async (status?: RelationStatus) => {
		const list = await readWholeList(service, operation, { id, status }, (each) => arrayOf(each, 'events'));
		if (list?.isComplete !== true) throw new NotJudged('not all events of the list can be read');
		return [...list.ids];
	};
	const [ongoing, expired, whole] = [await read('ongoing'), await read('expired'), await read()];
	const areSame = (ids: readonly string[], others: readonly string[]) =>
		JSON.stringify(ids.toSorted()) === JSON.stringify(others.toSorted());
	if (areSame([...ongoing, ...expired], whole)) return conforms;
	const isIgnored = areSame(ongoing, expired);
	if (!isIgnored && areSame(whole, ongoing)) return leftOpen('without status the list is that of ongoing');
	if (!isIgnored && areSame(whole, expired)) return leftOpen('without status the list is that of expired');
	const got = `${ongoing.length} + ${expired.length}`;
	return differs(`ongoing and expired to be ${whole.length} together`, got, unfiltered);
}

/** Checks that every event in these lists is in the requested city. An event may have no city. */
async function judgeCity(
	service: Service,
	filters: readonly CallParameters<'listEvents'>[],
): Promise<Finding[]> {
	const locId = await knownId(service, 'locId');
	const findings: Finding[] = [];
	for (const filter of filters) {
		const list = await listOf(service, filter);
		// A separate check reports filters that fail.
		if (!list.isRead) continue;
		// The tester may have given the city by its short name.
		const loc = bodyOf(await service.read('getLoc', { id: locId }));
		const id = readText(loc.id) || locId;
		const format = (event: Event) => `loc_id ${show(event.locId)}`;
		findings.push(judgeEach(list, `loc_id ${show(id)}`, ({ locId }) => ['', id].includes(locId), format));
	}
	if (findings.length === 0) throw new NotJudged('no list could be read');
	return findings;
}

const cityFilters: readonly (readonly [id: string, beside: string, CallParameters<'listEvents'>[]])[] = [
	['loc', '', [{}]],
	['loc-with-type', ', also beside type', eventTypes.map((type) => ({ type }))],
	['loc-with-day_type', ', also beside day_type', dayTypes.map((day_type) => ({ day_type }))],
];

const malformed = [
	['listEvents', 'locId', 'day_type'],
	['listEvents', 'locId', 'type'],
	['listEvents', 'locId', 'start'],
	['listEvents', 'locId', 'count'],
	['listParticipatedEvents', 'userId', 'status'],
] as const;

export const filterChecks = [
	...cityFilters.map(([id, beside, filters]) =>
		check('4.2', `listEvents.${id}`, `loc lists events of that city only${beside}`, (service) =>
			judgeCity(service, filters),
		),
	),
	check('4.2', 'listEvents.without-loc', 'the event list may need a city', async (service) => {
		const response = await service.read('listEvents', {});
		return response.status === 200
			? leftOpen(`it does not: ${elementsOf(response, 'events').length} events on the first page`)
			: judgeCode(response, []);
	}),
	...relationLists.flatMap((name) => [
		...relationStatuses.map((status) =>
			check('4.2', `${name}.status.${status}`, `status=${status} lists such events`, (service) =>
				judgeStatus(service, name, status),
			),
		),
		check('4.2', `${name}.status.sum`, `${name}: ongoing and expired together are all`, (service) =>
			judgeStatusSum(service, name),
		),
	]),
	...malformed.map(([name, by, parameter]) =>
		check('7', `${name}.malformed.${parameter}`, `a malformed ${parameter} may fail`, async (service) => {
			const id = await knownId(service, by);
			const input = by === 'locId' ? { loc: id } : { id };
			const response = await service.read(name, { ...input, [parameter]: '-no-such-word-' });
			// The names of paging parameters are not specified, so `msg` may omit them.
			return judgeMalformed(response, ['start', 'count'].includes(parameter) ? undefined : parameter);
		}),
	),
];
