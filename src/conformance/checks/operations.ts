/** Checks of the 13 operations' paths and responses (Spec §4.2), and of identifiers that do not exist. */
import { readEvent } from '../../contract/event/event.ts';
import { readCount, readText } from '../../contract/event/fields.ts';
import { readFlag } from '../../contract/event/flags.ts';
import { type OperationName, operationPath, personLists } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import {
	type Check,
	conforms,
	differs,
	expectEqual,
	type Finding,
	leftOpen,
	notTried,
	show,
	showResponse,
} from '../check.ts';
import { judgeUnknown } from '../error-code.ts';
import { type Body, bodyOf, isRecord } from '../fields.ts';
import { type Known, type Service, unknownId } from '../service.ts';
import { elementsOf } from '../shape.ts';
import { readLongPage, tryRead } from '../tolerant-read.ts';
import { readAgain } from './read-again.ts';

async function withKnown(
	service: Service,
	what: 'eventId' | 'locId' | 'userId',
	judge: (id: string) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
	const known: Known = await service.known();
	const id = known[what];
	return id === null ? [notTried(known.why)] : judge(id);
}

/**
 * The fields that must be equal in a list and in the resource by itself. Not among them is what may change between two
 * calls, such as counters, and what a list may shorten, such as content and the size of images.
 */
const agreeing = [
	...['id', 'title', 'begin_time', 'end_time', 'loc_id', 'loc_name', 'address', 'geo', 'album'],
	...['name', 'uid', 'parent', 'habitable'],
] as const;

/** A field without a value can be absent in one place and empty in the other. */
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

function judgeAgreement(listed: Body, single: ServiceResponse): Finding[] {
	if (single.status !== 200) return [differs('HTTP status 200', showResponse(single), single)];
	const body = bodyOf(single);
	const findings = agreeing
		.filter((name) => !isEmpty(listed[name]) && !isEmpty(body[name]))
		.map((name) => expectEqual(`${name} as in the list,`, body[name], listed[name], single));
	const [listedOwner, owner] = [ownerOf(listed), ownerOf(body)];
	if (listedOwner !== undefined && owner !== undefined)
		findings.push(expectEqual('owner.id as in the list,', owner, listedOwner, single));
	return findings;
}

/** Elements of a list that are compared with the resource by itself: each takes a call. */
const compared = 3;

const unknownThings = [
	['event', 'getEvent'],
	['event', 'listParticipants'],
	['event', 'listWishers'],
	['city', 'getLoc'],
	['user', 'listCreatedEvents'],
	['user', 'listParticipatedEvents'],
	['user', 'listWishedEvents'],
] as const;

const mayBeEmpty = (operation: OperationName) => personLists.some((list) => list === operation);

/** @param response to a read of the events of what does not exist */
function judgeUnknownList(response: ServiceResponse, what: 'city' | 'event' | 'user'): Finding[] {
	if (response.status !== 200) return judgeUnknown(response);
	const { events } = bodyOf(response);
	return [
		Array.isArray(events) && events.length === 0
			? leftOpen('an empty list')
			: differs(`no events of an unknown ${what}`, showResponse(response), response),
	];
}

const ownerOf = (event: Body) => (isRecord(event.owner) ? event.owner.id : undefined);

export const operationChecks: readonly Check[] = [
	{
		id: 'getEvent.response',
		section: '4.2',
		states: 'GET /v2/event/:id returns the event with this id',
		run: (service) =>
			withKnown(service, 'eventId', async (id) => {
				const response = await service.read(operationPath('getEvent', { id }));
				return [
					expectEqual('HTTP status', response.status, 200, response),
					expectEqual('id', bodyOf(response).id, id, response),
				];
			}),
	},
	{
		id: 'getEvent.as-listed',
		section: '4.2',
		states: 'an event is the same by itself as in the list',
		run: (service) =>
			withKnown(service, 'locId', async (loc) => {
				const list = await service.read(operationPath('listEvents', { loc }));
				const findings: Finding[] = [];
				// Who sees a private event by itself is left open.
				const open = elementsOf(list, 'events').filter(({ is_priv }) => readFlag(is_priv) !== true);
				for (const listed of open.slice(0, compared)) {
					const single = await service.read(operationPath('getEvent', { id: readText(listed.id) }));
					findings.push(...judgeAgreement(listed, single));
				}
				return findings.length === 0 ? [notTried('the list has no event')] : findings;
			}),
	},
	{
		id: 'getEvent.city',
		section: '2.1',
		states: "loc_name is the name of the city with the event's loc_id",
		run: (service) =>
			withKnown(service, 'eventId', async (id) => {
				const event = await service.read(operationPath('getEvent', { id }));
				const { loc_id, loc_name } = bodyOf(event);
				const locId = readText(loc_id);
				if (locId === '' || readText(loc_name) === '') return [notTried('the event has no city')];
				const { name } = bodyOf(await service.read(operationPath('getLoc', { id: locId })));
				return readText(name) === ''
					? [notTried(`the city ${locId} has no name`)]
					: [expectEqual(`loc_name of city ${locId},`, loc_name, name, event)];
			}),
	},
	{
		id: 'getLoc.response',
		section: '4.2',
		states: 'GET /v2/loc/:id returns the city with this id',
		run: (service) =>
			withKnown(service, 'locId', async (id) => {
				const response = await service.read(operationPath('getLoc', { id }));
				const body = bodyOf(response);
				return [
					expectEqual('HTTP status', response.status, 200, response),
					body.uid === id ? conforms : expectEqual('id', body.id, id, response),
				];
			}),
	},
	{
		id: 'getLoc.as-listed',
		section: '4.2',
		states: 'a city is the same by itself as in the list',
		run: async (service) => {
			const list = await service.read(operationPath('listLocs'));
			const [listed] = elementsOf(list, 'locs');
			if (listed === undefined) return [notTried('the list has no city')];
			const id = readText(listed.id);
			return judgeAgreement(listed, await service.read(operationPath('getLoc', { id })));
		},
	},
	{
		id: 'getLoc.by-uid',
		section: '4.2',
		states: 'whether loc/:id takes a short name is left open',
		run: (service) =>
			withKnown(service, 'locId', async (id) => {
				const loc = bodyOf(await service.read(operationPath('getLoc', { id })));
				const uid = readText(loc.uid);
				if (uid === '') return [leftOpen('the city has no short name')];
				const response = await service.read(operationPath('getLoc', { id: uid }));
				return [leftOpen(response.status === 200 ? 'it does' : `HTTP ${response.status}`)];
			}),
	},
	{
		id: 'listCreatedEvents.owner',
		section: '4.2',
		states: 'user_created lists events that this user created',
		run: (service) =>
			withKnown(service, 'eventId', async (id) => {
				const single = await service.read(operationPath('getEvent', { id }));
				const owner = tryRead(readEvent, single.json)?.owner?.id;
				if (owner === undefined) return [notTried('the event has no owner')];
				const list = await readLongPage(service, 'listCreatedEvents', { id: owner });
				const events = elementsOf(list, 'events');
				const other = events.find((event) => isRecord(event.owner) && ownerOf(event) !== owner);
				if (other !== undefined)
					return [differs(`owner ${owner}`, `event ${show(other.id)} of ${show(ownerOf(other))}`, list)];
				return [
					events.length > 0
						? conforms
						: differs(
								`event ${id} in the list of events that its owner ${owner} created`,
								showResponse(list),
								list,
							),
				];
			}),
	},
	...(
		[
			['participants', 'listParticipants', 'participant_count'],
			['wishers', 'listWishers', 'wisher_count'],
		] as const
	).map(
		([word, operation, counter]): Check => ({
			id: `${operation}.counter`,
			section: '2.1',
			states: `${counter} is the total of the event's ${word}`,
			run: (service) =>
				withKnown(service, 'eventId', async (id) => {
					const findings = await readAgain(service, async () => {
						const event = await service.read(operationPath('getEvent', { id }));
						const list = await service.read(operationPath(operation, { id }));
						const [count, total] = [readCount(bodyOf(event)[counter]), readCount(bodyOf(list).total)];
						if (count === null || total === null) return [notTried(`${counter} or total is not a number`)];
						return [
							count === total
								? conforms
								: differs(`${counter} ${total} as the list's total`, String(count), event),
						];
					});
					// The body of the list of participants is left open.
					if (operation !== 'listParticipants') return findings;
					return findings.map((finding) =>
						finding.verdict === 'differs'
							? leftOpen(`expected ${finding.expected}, got ${finding.got}`)
							: finding,
					);
				}),
		}),
	),
	...unknownThings.map(
		([what, operation]): Check => ({
			id: `${operation}.unknown`,
			section: '7',
			states: `${operation} of an unknown ${what} fails${mayBeEmpty(operation) ? ' or is empty' : ''}; code and status are left open`,
			run: async (service) => {
				const response = await service.read(operationPath(operation, { id: unknownId }));
				return mayBeEmpty(operation) ? judgeUnknownList(response, what) : judgeUnknown(response);
			},
		}),
	),
	{
		id: 'listEvents.unknown-loc',
		section: '7',
		states: 'whether the event list of an unknown city fails or is empty is left open',
		run: async (service) => {
			const response = await service.read(operationPath('listEvents', { loc: unknownId }));
			return judgeUnknownList(response, 'city');
		},
	},
];
