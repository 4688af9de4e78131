/** Reading without a token what is the same for everyone, in the form that the shared cache keeps (design §5). */
import { operationPath } from '../../contract/operations.ts';
import type { Service } from '../service.ts';
import { cutList } from './cut.ts';
import type { CachedAnswer } from './shared-cache.ts';

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const idOf = (event: unknown) => (isObject(event) && typeof event.id === 'string' ? event.id : undefined);

/** Whether a list's entry is as much as the event's own address would give. */
const isWhole = (event: Fields) =>
	typeof event.content === 'string' && isObject(event.owner) && typeof event.geo === 'string';

/**
 * Fetches an answer without a token, cut and serialised.
 *
 * @param path below {base_url}, with its query
 * @returns the answer; for a list of events also each event that it carries whole
 * @throws ProblemError as the service's `call`
 */
export async function readPublic(service: Service, path: string): Promise<CachedAnswer> {
	const { status, body, error } = await service.call('GET', path, undefined);
	const events = isObject(body) && Array.isArray(body.events) ? (body.events as unknown[]) : [];
	const single = status === 200 && /^\/v2\/event\/[^/?]+$/.test(path) ? idOf(body) : undefined;
	const eventIds = single === undefined ? events.flatMap((event) => idOf(event) ?? []) : [single];
	return {
		status,
		body: JSON.stringify(cutList(body).body ?? null),
		code: error?.code,
		eventIds,
		alongside: events.flatMap((event) => {
			const id = idOf(event);
			return id !== undefined && isObject(event) && isWhole(event)
				? [
						{
							path: operationPath('getEvent', { id }),
							answer: { status: 200, body: JSON.stringify(event), eventIds: [id] },
						},
					]
				: [];
		}),
	};
}
