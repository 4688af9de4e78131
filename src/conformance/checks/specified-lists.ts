/** The lists of the specification (Spec §2.3, §4.2), and how checks read them. */
import { readText } from '../../contract/event/fields.ts';
import { type OperationName, operationPath } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import { type Finding, leftOpen } from '../check.ts';
import { bodyOf, isRecord, type Resource } from '../fields.ts';
import type { Known, Service } from '../service.ts';

export interface List {
	readonly name: OperationName;
	readonly array: 'events' | 'users' | 'locs';
	readonly element: Resource;
	/** Which of the known identifiers the call needs. */
	readonly by: Exclude<keyof Known, 'why'> | null;
}

export const lists: readonly List[] = [
	{ name: 'listEvents', array: 'events', element: 'event', by: 'locId' },
	{ name: 'listCreatedEvents', array: 'events', element: 'event', by: 'userId' },
	{ name: 'listParticipatedEvents', array: 'events', element: 'event', by: 'userId' },
	{ name: 'listWishedEvents', array: 'events', element: 'event', by: 'userId' },
	{ name: 'listParticipants', array: 'users', element: 'user', by: 'eventId' },
	{ name: 'listWishers', array: 'users', element: 'user', by: 'eventId' },
	{ name: 'listLocs', array: 'locs', element: 'loc', by: null },
];

/** Path of a list here, with paging; the reason when there is nothing to call it about. */
export async function pathOf(
	{ name, by }: List,
	service: Service,
	page: Readonly<Record<string, number>> = {},
) {
	const known = await service.known();
	const id = by === null ? '' : known[by];
	if (id === null) return { why: known.why };
	return { path: operationPath(name, { ...(by === 'locId' ? { loc: id } : { id }), ...page }) };
}

export const elementsIn = ({ array }: List, response: ServiceResponse): readonly unknown[] | null => {
	const elements = bodyOf(response)[array];
	return Array.isArray(elements) ? elements : null;
};

export const idOf = (element: unknown): string => (isRecord(element) ? readText(element.id) : '');

export const isCounter = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** The specification leaves the body of participants open, so nothing about it differs. */
export const soften = ({ name }: List, findings: readonly Finding[]): readonly Finding[] =>
	name !== 'listParticipants'
		? findings
		: findings.map((finding) =>
				finding.verdict === 'differs'
					? leftOpen(`not a UserList: expected ${finding.expected}, got ${finding.got}`)
					: finding,
			);
