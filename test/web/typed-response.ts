/** Converts service responses, as tests define them, to responses of the BFF's typed endpoints. */

import type { Written } from '../../src/contract/bff-api/api.ts';
import {
	readEvent,
	readEventList,
	readLoc,
	readLocList,
	readUserList,
} from '../../src/contract/event/parse-resources.ts';

function typedValue(path: string, body: object): object {
	if ('events' in body) return readEventList(body);
	if ('users' in body) return readUserList(body);
	if ('locs' in body) return readLocList(body);
	return path.startsWith('/api/cities/') ? readLoc(body) : readEvent(body);
}

/**
 * @param path of the request
 * @param response of the service, to a write with the event; errors and those outside `/api` stay the same
 */
export async function typedResponse(path: string, response: Response): Promise<Response> {
	if (!path.startsWith('/api/') || path.startsWith('/api/v2') || !response.ok) return response;
	const text = await response.text();
	const body = JSON.parse(text) as object;
	if (response.status === 202) {
		const event = 'id' in body ? readEvent(body) : null;
		return Response.json({ event } satisfies Written, { status: 202 });
	}
	const isTyped = 'items' in body || 'participantCount' in body;
	return new Response(isTyped ? text : JSON.stringify(typedValue(path, body)), {
		status: response.status,
		headers: response.headers,
	});
}
