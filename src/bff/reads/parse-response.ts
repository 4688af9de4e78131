/** Parses the service's successful responses into the values of `contract/event`. */

import { decodeHTMLStrict } from 'entities';
import type { FastifyBaseLogger } from 'fastify';
import type { ValueOf } from '../../contract/bff-api/values.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import type { List } from '../../contract/event/lists.ts';
import type { Loc } from '../../contract/event/loc.ts';
import {
	type ListReader,
	maxContent,
	openEventList,
	openLocList,
	openUserList,
	readEvent,
	readLoc,
} from '../../contract/event/parse-resources.ts';
import { type Call, startOf } from '../../contract/spec/call.ts';
import { type Operation, type OperationName, operations } from '../../contract/spec/operations.ts';
import { createWorkQueue, mapInTurns, ownTurn, type WorkQueue } from '../fairness/work-queue.ts';
import type { SignImages } from '../image-urls/sign-images.ts';
import { ProblemError } from '../problems/problem.ts';
import type { Outages } from '../upstream/outage-log.ts';
import type { ServiceResponse } from '../upstream/service-response.ts';
import { isIdentifier } from './identifier.ts';
import { beginningOf } from './short-text.ts';

export type ReadName = {
	[Name in OperationName]: (typeof operations)[Name]['method'] extends 'GET' ? Name : never;
}[OperationName];

/** How many elements to read of a response. Some services ignore `count`, and send many more than requested. */
const maxElements = { cities: 10_000, others: 500 };

/** Responses of more than 64 KB that are parsed at a time: their values take up to four times as much memory. */
const longAtOnce = 3;

/** Fields of events, people and cities that contain text, not URLs or identifiers. */
const textFields = [
	...['title', 'content', 'address', 'loc_name', 'category', 'name'],
	...['fee_str', 'price_range', 'time_str', 'subcategory_name', 'tags'],
];

/** Characters to read of any other text. At most 300 are shown, but an entity such as `&eacute;` takes eight. */
const maxOther = 2_000;

/** Fields that contain a person. */
const people = ['owner', 'user'];

/** Matches control characters to remove: each takes six bytes in JSON. */
const control = /(?![\n\r\t])\p{Cc}/gu;

const named = /&[a-z][a-z\d]{1,31};/gi;

/** Matches special characters of HTML. They stay encoded until tags are removed: otherwise, text could become a tag. */
const special = /^&(?:amp|lt|gt|quot|apos);$/i;

/** Decodes entities such as `&oacute;`, but not `&amp;`, `&lt;`, `&gt;` and quotes. */
export const decodeNamedEntities = (text: string): string =>
	text.includes('&')
		? text.replace(named, (entity) => (special.test(entity) ? entity : decodeHTMLStrict(entity)))
		: text;

/** Decodes and shortens an object's texts. The result inherits the other fields, because copying them takes long. */
function withPlainTexts(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const fields = value as Readonly<Record<string, unknown>>;
	const plain: Record<string, unknown> = Object.create(fields);
	for (const name of textFields) {
		const text = fields[name];
		if (typeof text === 'string')
			plain[name] = decodeNamedEntities(
				beginningOf(text, name === 'content' ? maxContent : maxOther).replace(control, ''),
			);
	}
	for (const name of people) if (Object.hasOwn(fields, name)) plain[name] = withPlainTexts(fields[name]);
	return plain;
}

/** A city with its id as short name, if no URL can contain the short name. */
const withLinkableUid = (loc: Loc): Loc => (isIdentifier(loc.uid) ? loc : { ...loc, uid: loc.id });

type ReadBody = ServiceResponse['readBody'];

/** Signs image URLs. @throws ProblemError service_invalid_response, service_response_too_large, overloaded */
export type ParseResponse = <Name extends ReadName>(
	call: Call<Name>,
	readBody: ReadBody,
) => Promise<ValueOf<Name>>;

/**
 * Logs list elements that can't be read, and drops them.
 * @param pageStart the service's `start` for the first element of a list
 */
export function createParseResponse(
	signImages: SignImages,
	log: Pick<FastifyBaseLogger, 'warn'>,
	outages: Pick<Outages, 'see' | 'seeError'>,
	runInTurn: WorkQueue,
	pageStart = 0,
): ParseResponse {
	const logged = new Set<string>();
	const runLong = createWorkQueue({ running: longAtOnce });
	const inTurn = <Value>(readBody: ReadBody, read: (body: unknown) => Value): Value | Promise<Value> =>
		readBody.isLong ? runInTurn(() => read(readBody()), ownTurn()) : read(readBody());
	const parseList = async <Item extends { id: string }>(
		call: Call,
		readBody: ReadBody,
		open: (body: unknown, max: number) => ListReader<Item>,
		sign: (item: Item) => Item,
	): Promise<List<Item>> => {
		const { operation } = call;
		const max = operation === 'listLocs' ? maxElements.cities : maxElements.others;
		const reader = await inTurn(readBody, (body) => open(body, max));
		await mapInTurns(runInTurn, reader.elements, (element) => reader.read(withPlainTexts(element), sign));
		const list = reader.list();
		if (list.dropped.length > 0 && !logged.has(operation)) {
			logged.add(operation);
			log.warn(
				{ operation, count: list.dropped.length, reason: list.dropped[0] },
				'left out list elements that cannot be read (logged once for each operation)',
			);
		}
		const start = startOf(call);
		return list.start === start + pageStart ? { ...list, start } : list;
	};
	const parse = async (call: Call, readBody: ReadBody): Promise<unknown> => {
		const { returns }: Operation = operations[call.operation];
		switch (returns) {
			case 'Event':
				return inTurn(readBody, (body) => signImages.event(readEvent(withPlainTexts(body))));
			case 'EventList':
				return parseList(call, readBody, openEventList, signImages.event);
			case 'UserList':
				return parseList(call, readBody, openUserList, signImages.person);
			case 'Loc':
				return inTurn(readBody, (body) => withLinkableUid(readLoc(withPlainTexts(body))));
			default:
				return parseList(call, readBody, openLocList, withLinkableUid);
		}
	};
	return async <Name extends ReadName>(call: Call<Name>, readBody: ReadBody) => {
		const read = () => parse(call, readBody);
		try {
			const value = (await (readBody.isLong ? runLong(read) : read())) as ValueOf<Name>;
			outages.see(call, null);
			return value;
		} catch (error) {
			const detail = 'The service sent a response that cannot be read.';
			const problem =
				error instanceof UnreadableError
					? new ProblemError('service_invalid_response', detail, { cause: error })
					: error;
			outages.seeError(call.operation, problem);
			throw problem;
		}
	};
}
