/**
 * Pages of a city's list with every text, as the index needs them; the shared cache leaves the texts out. With Redis, one
 * process fetches a page and all build their indexes from it. Without, nothing is kept: the index is what keeps the events.
 */
import type { CachedResponse, ResponseTier } from '../reads/shared-cache.ts';
import type { TokenNeeds } from '../reads/token-needs.ts';
import type { Service } from '../service/client.ts';

/** A response to a read of a list, and when its fetch began, in milliseconds since 1970. */
export interface WholePage {
	status: number;
	body: unknown;
	/** The service's error code, where the response is an error. */
	code: number | undefined;
	startedAt: number;
}

/**
 * Reads a page without a token.
 *
 * @param path of `listEvents`, below {base_url}, with its query
 * @param after a page that any process has fetched after this time (milliseconds since 1970) need not be fetched again
 * @param beforeCall called before a call of the service, which is not made when this throws
 * @throws ProblemError as the service's `call`, and what `beforeCall` throws
 */
export type PublicPages = (
	path: string,
	after: number,
	beforeCall: () => Promise<void>,
) => Promise<WholePage>;

const isKept = ({ status }: CachedResponse) => status === 200;

export function createPublicPages({
	service,
	tokenNeeds,
	clock,
	tier,
}: {
	service: Service;
	/** Takes note of every response. */
	tokenNeeds: TokenNeeds;
	/** Milliseconds since 1970. */
	clock: () => number;
	/** What all processes share. */
	tier: ResponseTier | undefined;
}): PublicPages {
	const fetchPage = async (path: string, beforeCall: () => Promise<void>): Promise<WholePage> => {
		await beforeCall();
		const startedAt = clock();
		const { status, body, error } = await service.call('GET', path, undefined);
		tokenNeeds.see('listEvents', { status, code: error?.code });
		return { status, body, code: error?.code, startedAt };
	};
	return async (path, after, beforeCall) => {
		if (tier === undefined) return fetchPage(path, beforeCall);
		const load = async (): Promise<CachedResponse> => {
			const { status, body, code } = await fetchPage(path, beforeCall);
			return { status, body: JSON.stringify(body ?? null), code };
		};
		const { response, startedAt } = await tier.loadOnce(path, after, load, isKept);
		const { status, body, code } = response;
		return { status, body: JSON.parse(body), code, startedAt };
	};
}
