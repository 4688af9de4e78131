/** Reads all cities, hundreds at a live service, and keeps them for a day. */
import { queryOptions } from '@tanstack/react-query';
import type { PageData } from '../../../contract/bff-api/page-data.ts';
import { distinctLocs, findLoc, foundBy, type Loc } from '../../../contract/event/loc.ts';
import { callOperation, readPages } from '../../shared/call.ts';
import { meaningOfError } from '../../shared/errors.ts';

const staleTimeMs = 24 * 3_600_000;
/** Covers 1,000 cities at twenty per page. */
const maxPages = 50;

async function readAll(signal: AbortSignal): Promise<readonly Loc[]> {
	const { items } = await readPages((range) => callOperation('listLocs', range, { signal }), maxPages);
	return distinctLocs(items);
}

async function readOne(uid: string, signal: AbortSignal): Promise<Loc | null> {
	try {
		return foundBy(uid, await callOperation('getLoc', { id: uid }, { signal }));
	} catch (error) {
		if (meaningOfError(error) === 'absent') return null;
		throw error;
	}
}

const locsKey = ['locs'] as const;

export const cityQueries = {
	all: ({ locs }: PageData) =>
		queryOptions({
			queryKey: locsKey,
			queryFn: ({ signal }) => readAll(signal),
			meta: { isPageContent: true },
			staleTime: staleTimeMs,
			...(locs === null ? {} : { initialData: locs }),
		}),

	/** A city by short name or id, from the page data if present; null if the service has no such city. */
	one: (uid: string, page: PageData) =>
		queryOptions({
			queryKey: [...locsKey, uid],
			queryFn: async ({ client, signal }) => {
				// Not retried here: the outer query retries as a whole.
				const all = await client.ensureQueryData({ ...cityQueries.all(page), retry: false });
				return findLoc(all, uid) ?? (await readOne(uid, signal));
			},
			initialData: () => (page.loc === null ? undefined : (findLoc([page.loc], uid) ?? undefined)),
			meta: { isPageContent: true },
			staleTime: staleTimeMs,
		}),
};
