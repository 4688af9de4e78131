/** Checks of the 13 operations' addresses and answers (Spec §4.2), and of identifiers that do not exist. */
import { operationPath } from '../../contract/operations.ts';
import { resourceSchemas } from '../../contract/resources.ts';
import { type Check, conforms, differs, expectEqual, type Finding, leftOpen, notTried } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import type { Known, Service } from '../service.ts';
import { elementsOf, judgeAnswer } from '../shape.ts';

const nothing = (what: string): Finding[] => [notTried(`the service listed no ${what}`)];

/** An identifier that no service gives. */
const unknownId = '999999999999';

async function withKnown(
	service: Service,
	what: keyof Known,
	judge: (id: string) => Promise<Finding[]>,
): Promise<Finding[]> {
	const id = (await service.known())[what];
	return id === null ? nothing(what) : judge(id);
}

/** The parts of two views of one resource that must agree: a list's element and the resource by itself. */
const agreeing = ['id', 'title', 'name', 'uid', 'begin_time', 'end_time', 'loc_id', 'parent'] as const;

function judgeAgreement(listed: unknown, single: unknown): Finding[] {
	const [left, right] = [
		(listed ?? {}) as Record<string, unknown>,
		(single ?? {}) as Record<string, unknown>,
	];
	return agreeing
		.filter((name) => name in left)
		.map((name) => expectEqual(`${name} as in the list,`, right[name], left[name]));
}

const unknownThings = [
	['event', 'getEvent'],
	['event', 'listParticipants'],
	['event', 'listWishers'],
	['city', 'getLoc'],
	['user', 'listCreatedEvents'],
	['user', 'listParticipatedEvents'],
	['user', 'listWishedEvents'],
] as const;

export const operationChecks: readonly Check[] = [
	{
		id: 'getEvent.answer',
		section: '4.2',
		states: 'GET /v2/event/:id returns the event asked for',
		run: (service) =>
			withKnown(service, 'eventId', async (id) => {
				const answer = await service.read(operationPath('getEvent', { id }));
				const status = expectEqual('HTTP status', answer.status, 200);
				return [status, expectEqual('id', (answer.json as { id?: unknown } | undefined)?.id, id)];
			}),
	},
	{
		id: 'getEvent.as-listed',
		section: '4.2',
		states: 'an event is the same by itself as in the list',
		run: (service) =>
			withKnown(service, 'locId', async (loc) => {
				const list = await service.read(operationPath('listEvents', { loc }));
				const [listed] = elementsOf(list, 'events');
				if (listed === undefined) return nothing('event');
				const single = await service.read(operationPath('getEvent', { id: String(listed.id) }));
				return judgeAgreement(listed, single.json);
			}),
	},
	{
		id: 'getLoc.answer',
		section: '4.2',
		states: 'GET /v2/loc/:id returns the city asked for',
		run: (service) =>
			withKnown(service, 'locId', async (id) => {
				const answer = await service.read(operationPath('getLoc', { id }));
				const shape = judgeAnswer(answer, resourceSchemas.Loc);
				const got = (answer.json ?? {}) as { id?: unknown; uid?: unknown };
				return [...shape, id === got.uid ? conforms : expectEqual('id', got.id, id)];
			}),
	},
	{
		id: 'getLoc.as-listed',
		section: '4.2',
		states: 'a city is the same by itself as in the list',
		run: async (service) => {
			const list = await service.read(operationPath('listLocs'));
			const [listed] = elementsOf(list, 'locs');
			if (listed === undefined) return nothing('city');
			return judgeAgreement(
				listed,
				(await service.read(operationPath('getLoc', { id: String(listed.id) }))).json,
			);
		},
	},
	{
		id: 'getLoc.by-uid',
		section: '4.2',
		states: 'whether a city may be asked for by its short name is left open',
		run: (service) =>
			withKnown(service, 'locId', async (id) => {
				const loc = (await service.read(operationPath('getLoc', { id }))).json as
					| { uid?: string }
					| undefined;
				const answer = await service.read(operationPath('getLoc', { id: loc?.uid ?? id }));
				return [leftOpen(answer.status === 200 ? 'it may' : `HTTP ${answer.status}`)];
			}),
	},
	{
		id: 'listCreatedEvents.owner',
		section: '4.2',
		states: 'user_created lists events that this user created',
		run: (service) =>
			withKnown(service, 'eventId', async (id) => {
				const event = (await service.read(operationPath('getEvent', { id }))).json as
					| { owner?: { id?: string } }
					| undefined;
				const owner = String(event?.owner?.id);
				const list = await service.read(operationPath('listCreatedEvents', { id: owner, count: 100 }));
				const events = elementsOf(list, 'events');
				const ownerOf = (each: Record<string, unknown>) =>
					(each.owner as { id?: unknown } | null | undefined)?.id;
				const foreign = events.find((each) => ownerOf(each) !== owner);
				if (foreign !== undefined)
					return [differs(`owner ${owner}`, `event ${foreign.id} of ${ownerOf(foreign)}`)];
				return [
					events.length > 0
						? conforms
						: differs(`event ${id} among the events that its owner ${owner} created`, list.text),
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
					const event = (await service.read(operationPath('getEvent', { id }))).json;
					const list = (await service.read(operationPath(operation, { id }))).json as
						| { total?: unknown }
						| undefined;
					return [
						expectEqual(
							`${counter} as the list's total,`,
							(event as Record<string, unknown>)?.[counter],
							list?.total,
						),
					];
				}),
		}),
	),
	...unknownThings.map(
		([what, operation]): Check => ({
			id: `${operation}.unknown`,
			section: '7',
			states: `${operation} of an unknown ${what} fails with HTTP 400; its code is left open`,
			run: async (service) => judgeCode(await service.read(operationPath(operation, { id: unknownId })), []),
		}),
	),
	{
		id: 'listEvents.unknown-loc',
		section: '7',
		states: 'the event list of an unknown city: refused, or empty, is left open',
		run: async (service) => {
			const answer = await service.read(operationPath('listEvents', { loc: unknownId }));
			if (answer.status !== 200) return judgeCode(answer, []);
			const { total } = (answer.json ?? {}) as { total?: unknown };
			return [total === 0 ? leftOpen('an empty list') : differs('no events of an unknown city', answer.text)];
		},
	},
];
