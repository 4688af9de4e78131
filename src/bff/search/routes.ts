/** `GET /search/cities/:uid?q=`: the search that the specification has no call for (contract `SearchAnswer`). */
import type { FastifyInstance } from 'fastify';
import { dateTimePattern, eventTypes } from '../../contract/filters.ts';
import type { SearchAnswer } from '../../contract/session.ts';
import { ProblemError } from '../problem.ts';
import type { PublicReader } from '../proxy/public-reader.ts';
import type { CityIndexes } from './city-indexes.ts';

const mostHits = 60;
const longestQuery = 100;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export function addSearchRoute(app: FastifyInstance, reader: PublicReader, indexes: CityIndexes): void {
	app.get<{ Params: { uid: string }; Querystring: Record<string, unknown> }>(
		'/search/cities/:uid',
		async (request, reply): Promise<SearchAnswer> => {
			const { q, from, to, type } = request.query;
			const query = (text(q) ?? '').trim();
			if (query === '' || query.length > longestQuery)
				throw new ProblemError('invalid_request', `q: a text of 1 to ${longestQuery} characters is needed.`);
			for (const [name, value] of Object.entries({ from, to }))
				if (value !== undefined && !dateTimePattern.test(text(value) ?? ''))
					throw new ProblemError('invalid_request', `${name}: YYYY-MM-DD HH:MM:SS is needed.`);
			const word = eventTypes.find((each) => each === type && each !== 'all');
			const loc = /^[\w~-]{1,64}$/.test(request.params.uid) ? await reader.findLoc(request.params.uid) : null;
			if (loc === null) throw new ProblemError('not_found', 'There is no such city.');
			let city: Awaited<ReturnType<CityIndexes['get']>>;
			try {
				city = await indexes.get(loc.id);
			} catch (error) {
				if (error instanceof ProblemError) throw error;
				throw new ProblemError('service_unreachable', 'The search cannot read the events just now.');
			}
			const { hits, total } = city.index.search(
				query,
				{ from: text(from), to: text(to), type: word },
				mostHits,
			);
			reply.header('cache-control', 'private, max-age=30');
			return {
				hits,
				total,
				indexed: city.index.size(),
				listed: city.total,
				is_complete: city.isComplete,
				indexed_at: new Date(city.indexedAt).toISOString(),
			};
		},
	);
}
