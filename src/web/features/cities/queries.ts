/** What the app knows of cities. A live service lists hundreds, so the whole list is read page by page, once. */
import { queryOptions } from '@tanstack/react-query';
import { paging } from '../../../contract/filters.ts';
import type { Loc } from '../../../contract/resources.ts';
import type { PageData } from '../../../contract/session.ts';
import { callService } from '../../service/call.ts';

const staleTime = 24 * 3_600_000;
/** Enough for 3,000 cities; a service that never ends must not be read for ever. */
const mostPages = 30;

async function readAll(signal: AbortSignal): Promise<Loc[]> {
	const locs = new Map<string, Loc>();
	for (let start = 0, page = 0; page < mostPages; page += 1) {
		const list = await callService('listLocs', { start, count: paging.maxCount }, { signal });
		for (const loc of list.locs) locs.set(loc.id, loc);
		start += list.locs.length;
		if (list.locs.length === 0 || start >= list.total) break;
	}
	return [...locs.values()];
}

export const cityQueries = {
	/** All of them; they come with the page that shows them where the BFF knew them. */
	all: ({ locs }: PageData) =>
		queryOptions({
			queryKey: ['cities'] as const,
			queryFn: ({ signal }): Promise<readonly Loc[]> => readAll(signal),
			staleTime,
			...(locs === null ? {} : { initialData: locs }),
		}),

	/** One city by short name or id; null when the service has none. Comes with the page where the BFF knew it. */
	one: (uid: string, page: PageData) =>
		queryOptions({
			queryKey: ['cities', uid] as const,
			queryFn: async ({ client }): Promise<Loc | null> => {
				const all = await client.ensureQueryData(cityQueries.all(page));
				return all.find((each) => each.uid === uid || each.id === uid) ?? null;
			},
			staleTime,
			...(page.loc !== null && (page.loc.uid === uid || page.loc.id === uid)
				? { initialData: page.loc }
				: {}),
		}),
};
