/** Converts service responses, as tests define them, to responses of the BFF's typed endpoints. */

import type { OwnEvents, OwnRelation } from '../../src/contract/bff-api/relations.ts';
import type { Written } from '../../src/contract/bff-api/values.ts';
import {
	readEvent,
	readEventList,
	readLoc,
	readLocList,
	readUserList,
} from '../../src/contract/event/parse-resources.ts';
import { bffPatterns } from '../../src/contract/paths.ts';

function typedValue(path: string, body: object): object {
	if (path.startsWith(bffPatterns.ownEvents))
		return { events: readEventList(body).items, isComplete: true } satisfies OwnEvents;
	if ('events' in body) return readEventList(body);
	if ('users' in body) return readUserList(body);
	if ('locs' in body) return readLocList(body);
	return path.startsWith('/api/cities/') ? readLoc(body) : readEvent(body);
}

/**
 * @param path of the request
 * @param response of the service, to a write with the event and `relation`; errors and those outside `/api` stay the
 * same
 */
export async function typedResponse(path: string, response: Response): Promise<Response> {
	if (!path.startsWith('/api/') || path.startsWith('/api/v2') || !response.ok) return response;
	const text = await response.text();
	const body = JSON.parse(text) as object;
	if (response.status === 202) {
		const event = 'id' in body ? readEvent(body) : null;
		const relation = { joined: false, wished: false, ...(body as { relation?: OwnRelation }).relation };
		return Response.json({ event, relation } satisfies Written, { status: 202 });
	}
	const isTyped = ['items', 'participantCount', 'relations', 'isComplete'].some((name) => name in body);
	return new Response(isTyped ? text : JSON.stringify(typedValue(path, body)), {
		status: response.status,
		headers: response.headers,
	});
}
