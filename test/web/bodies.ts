/** Response bodies of BFF and service, with defaults for everything that a test does not care about. */

import type { Front } from '../../src/contract/bff-api/front.ts';
import type { OwnRelation } from '../../src/contract/bff-api/relations.ts';
import type { SearchResponse } from '../../src/contract/bff-api/search.ts';
import { bffPatterns } from '../../src/contract/paths.ts';

export const noFront: Front = {
	today: [],
	weekend: [],
	popular: [],
	upcoming: [],
	running: [],
	posters: {},
};

/** The empty result of a search in a complete index. */
export const nothingFound: SearchResponse = {
	hits: [],
	total: 0,
	indexed: 2,
	listed: 2,
	is_complete: true,
	is_reading: false,
	suggestion: null,
	named: { types: [], venues: [], organizers: [] },
};

/** An event as the service sends it, on for a thousand years. */
export const openEvent = (id: number | string, fields: object = {}) => ({
	id: String(id),
	title: `Event ${id}`,
	begin_time: '2001-01-01 10:00:00',
	end_time: '2999-01-01 10:00:00',
	...fields,
});

/** An event on one evening, as the service sends it. @param day by default a thousand years ahead */
export const eveningEvent = (id: number | string, day = '2998-01-01', fields: object = {}) =>
	openEvent(id, { begin_time: `${day} 20:00:00`, end_time: `${day} 22:00:00`, ...fields });

export const overEvent = (id: number | string) => eveningEvent(id, '2001-01-02');

/** For `respond`: the user's events. */
export const ownEvents = (...events: object[]) => ({ [bffPatterns.ownEvents]: { events } });

/** For `respond`: the user's relations, by event. @param statuses that the response has them for; by default all */
export const ownRelations = (relations: Record<string, OwnRelation>, statuses?: readonly string[]) => ({
	[bffPatterns.relations]: (query: URLSearchParams) => ({
		relations: statuses === undefined || statuses.includes(query.get('status') ?? '') ? relations : {},
		isComplete: true,
	}),
});

/** For `respond`: the events of Beijing, in one page. */
export const cityEvents = (...events: object[]) => ({
	'/api/cities/108288/events': { events, total: events.length },
});

export const joined: OwnRelation = { joined: true, wished: false };
