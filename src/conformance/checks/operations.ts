/** Checks for responses to read operations (Spec §4.2), and for ids that don't exist. */
import { type OperationName, personLists } from '../../contract/spec/operations.ts';
import { headerOf, NotJudged, type ServiceResponse } from '../call.ts';
import {
	check,
	conforms,
	differs,
	expectEqual,
	expectStatus,
	type Finding,
	leftOpen,
	readAgain,
	show,
	showResponse,
} from '../check.ts';
import { judgeUnknown, requireOk } from '../judge.ts';
import { knownId, readCities, readKnown, readLongPage } from '../known.ts';
import { type Body, bodyOf, elementsOf, idOf, readCount, readFlag, readText, usersOf } from '../read.ts';
import { type Service, unknownId } from '../service.ts';
import { fieldsOf, type Resource } from './fields.ts';
import { readWholeList } from './paging.ts';

/**
 * Fields that must be equal in a list and in the single resource. Excludes fields that may change between two calls,
 * such as counters, or that a list may shorten, such as content.
 */
const agreeing = [
	...['id', 'title', 'begin_time', 'end_time', 'loc_id', 'loc_name', 'address', 'geo', 'album'],
	...['name', 'uid', 'parent', 'habitable'],
] as const;

/** A field without a value can be absent in one response and empty in another. */
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

function judgeAgreement(listed: Body, single: ServiceResponse, resource: Resource): Finding[] {
	requireOk(single);
	const body = bodyOf(single);
	const isOnlyIn = (one: Body, other: Body) => (name: string) => !isEmpty(one[name]) && isEmpty(other[name]);
	const names = Object.keys(fieldsOf[resource]);
	const missing = names.filter(isOnlyIn(listed, body));
	const shortened = names.filter(isOnlyIn(body, listed));
	const findings = missing.map((name) => differs(`${name} as in the list`, show(body[name]), single));
	if (shortened.length > 0) findings.push(leftOpen(`the list leaves out ${shortened.join(', ')}`));
	findings.push(
		...agreeing
			.filter((name) => !isEmpty(listed[name]) && !isEmpty(body[name]))
			.map((name) => expectEqual(`${name} as in the list,`, body[name], listed[name], single)),
	);
	const [listedOwner, owner] = [idOf(listed.owner), idOf(body.owner)];
	if (listedOwner !== '' && owner !== '')
		findings.push(expectEqual('owner.id as in the list,', owner, listedOwner, single));
	return findings;
}

/** Number of list elements to compare with the single resource, including the last element; each takes a call. */
const compared = 3;

async function judgeAsListed(service: Service, resource: 'event' | 'loc'): Promise<Finding[]> {
	const elements =
		resource === 'loc'
			? await readCities(service)
			: elementsOf(await service.read('listEvents', { loc: await knownId(service, 'locId') }), 'events');
	// The specification leaves open who may read a private event.
	const open = elements.filter(({ is_priv }) => readFlag(is_priv) !== true);
	if (open.length === 0) throw new NotJudged('the list is empty');
	const findings: Finding[] = [];
	for (const listed of [...open.slice(0, -1).slice(0, compared - 1), ...open.slice(-1)]) {
		const single = await service.read(resource === 'loc' ? 'getLoc' : 'getEvent', { id: idOf(listed) });
		findings.push(...judgeAgreement(listed, single, resource));
	}
	return findings;
}

async function judgeCityName(service: Service): Promise<Finding> {
	const event = await readKnown(service, 'event');
	const { loc_id, loc_name } = bodyOf(event);
	const locId = readText(loc_id);
	if (locId === '' || readText(loc_name) === '') throw new NotJudged('the event has no city');
	const { name } = bodyOf(await service.read('getLoc', { id: locId }));
	if (readText(name) === '') throw new NotJudged(`the city ${locId} has no name`);
	return expectEqual(`loc_name of city ${locId},`, loc_name, name, event);
}

async function judgeOwner(service: Service): Promise<Finding> {
	const id = await knownId(service, 'eventId');
	const owner = idOf(bodyOf(await readKnown(service, 'event')).owner);
	if (owner === '') throw new NotJudged('the event has no owner');
	const list = await readLongPage(service, 'listCreatedEvents', { id: owner });
	const events = elementsOf(list, 'events');
	const other = events.find((event) => ![owner, ''].includes(idOf(event.owner)));
	if (other !== undefined)
		return differs(`owner ${owner}`, `event ${show(other.id)} of ${show(idOf(other.owner))}`, list);
	return events.length > 0
		? conforms
		: differs(`event ${id} in the list of events that its owner ${owner} created`, showResponse(list), list);
}

async function compareCounter(
	service: Service,
	operation: 'listParticipants' | 'listWishers',
	counter: string,
): Promise<Finding> {
	const id = await knownId(service, 'eventId');
	const event = await readKnown(service, 'event');
	const list = await service.read(operation, { id });
	const [count, total] = [readCount(bodyOf(event)[counter]), readCount(bodyOf(list).total)];
	if (count === null || total === null) throw new NotJudged(`${counter} or total is not a number`);
	if (count === total) return conforms;
	const whole = await readWholeList(service, operation, { id }, usersOf);
	if (whole?.ids.size === count) return leftOpen(`total ${total} with ${count} elements`);
	if (total < count) return leftOpen(`total ${total} for ${counter} ${count}: some people may be hidden`);
	const expected = `${counter} ${total} as the list's total`;
	// The specification leaves the body of this list open, so the total is checked only in a `UserList`.
	return operation === 'listParticipants' && !Array.isArray(bodyOf(list).users)
		? leftOpen(`expected ${expected}, got ${count}`)
		: differs(expected, String(count), event);
}

/** @param response to a request for the events of something that doesn't exist */
function judgeUnknownList(response: ServiceResponse, what: string): Finding[] {
	if (response.status !== 200) return judgeUnknown(response);
	const { events } = bodyOf(response);
	return Array.isArray(events) && events.length === 0
		? [leftOpen('an empty list')]
		: [differs(`no events of an unknown ${what}`, showResponse(response), response)];
}

const unknownThings: readonly (readonly [what: string, operation: OperationName])[] = [
	['event', 'getEvent'],
	['event', 'listParticipants'],
	['event', 'listWishers'],
	['city', 'getLoc'],
	['user', 'listCreatedEvents'],
	['user', 'listParticipatedEvents'],
	['user', 'listWishedEvents'],
];

export const operationChecks = [
	check('4.2', 'getEvent.response', 'GET /v2/event/:id returns the event with this id', async (service) => {
		const response = await readKnown(service, 'event');
		const id = await knownId(service, 'eventId');
		return [expectStatus(response, 200), expectEqual('id', bodyOf(response).id, id, response)];
	}),
	check('4.2', 'getEvent.media-type', 'the media type of JSON is left open', async (service) => {
		const type = headerOf(await readKnown(service, 'event'), 'content-type') ?? 'none';
		return leftOpen(/\bhtml\b/i.test(type) ? `${type}, which browsers would show as a page` : type);
	}),
	check('4.2', 'getEvent.as-listed', 'an event is the same by itself as in the list', (service) =>
		judgeAsListed(service, 'event'),
	),
	check('2.1', 'getEvent.city', "loc_name is the name of the city with the event's loc_id", judgeCityName),
	check('4.2', 'getLoc.response', 'GET /v2/loc/:id returns the city with this id', async (service) => {
		const id = await knownId(service, 'locId');
		const response = await readKnown(service, 'loc');
		const body = bodyOf(response);
		return [
			expectStatus(response, 200),
			body.uid === id ? conforms : expectEqual('id', body.id, id, response),
		];
	}),
	check('4.2', 'getLoc.as-listed', 'a city is the same by itself as in the list', (service) =>
		judgeAsListed(service, 'loc'),
	),
	check('4.2', 'getLoc.by-uid', 'whether loc/:id takes a short name is left open', async (service) => {
		const uid = readText(bodyOf(await readKnown(service, 'loc')).uid);
		if (uid === '') return leftOpen('the city has no short name');
		const response = await service.read('getLoc', { id: uid });
		return leftOpen(response.status === 200 ? 'it does' : `HTTP ${response.status}`);
	}),
	check('4.2', 'listCreatedEvents.owner', 'user_created lists events that this user created', judgeOwner),
	...(
		[
			['participants', 'listParticipants', 'participant_count'],
			['wishers', 'listWishers', 'wisher_count'],
		] as const
	).map(([word, operation, counter]) =>
		check('2.1', `${operation}.counter`, `${counter} is the total of the event's ${word}`, (service) =>
			readAgain(service, () => compareCounter(service, operation, counter)),
		),
	),
	...unknownThings.map(([what, operation]) => {
		const mayBeEmpty = personLists.some((list) => list === operation);
		const fails = mayBeEmpty ? 'fails or is empty' : 'fails';
		const states = `${operation} of an unknown ${what} ${fails}; code and status are left open`;
		return check('7', `${operation}.unknown`, states, async (service) => {
			const response = await service.read(operation, { id: unknownId });
			return mayBeEmpty ? judgeUnknownList(response, what) : judgeUnknown(response);
		});
	}),
	check('7', 'listEvents.unknown-loc', 'listEvents of an unknown city fails or is empty', async (service) =>
		judgeUnknownList(await service.read('listEvents', { loc: unknownId }), 'city'),
	),
];
