/** Calendars and feeds that have been written: writing one takes many times as long as sending it. */
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../http/problem.ts';
import { type WrittenDocument, writtenDocument } from './send-document.ts';

export interface DocumentCache<Input> {
	/**
	 * The document under a key, written when there is none, or an older one than the lifetime. Requests at the same time
	 * share it.
	 *
	 * @throws what writing it throws
	 */
	get(key: string, input: Input): Promise<WrittenDocument>;
}

interface DocumentCacheOptions<Input> {
	/** Bytes of the documents that are kept: key and document as UTF-16, its encodings, and what an entry takes besides. */
	maxBytes: number;
	/** Milliseconds for which a document is kept, and a problem in its place; 0 for problems that are not kept. */
	lifetimes: { document: number; problem: number };
	/** Milliseconds since 1970. */
	clock: () => number;
	write: (input: Input) => Promise<string>;
}

const entryOverhead = 2_048;
/** Bytes for a character: as UTF-16, as UTF-8, and compressed. */
const bytesPerCharacter = 2 + 3 + 1;

type Outcome = { document: WrittenDocument } | { problem: ProblemError };

export function createDocumentCache<Input>({
	maxBytes,
	lifetimes,
	clock,
	write,
}: DocumentCacheOptions<Input>): DocumentCache<Input> {
	const outcomes = new LRUCache<string, Outcome, { input: Input }>({
		maxSize: maxBytes,
		sizeCalculation: (outcome, key) =>
			2 * key.length +
			('document' in outcome ? bytesPerCharacter * outcome.document.body.length : 0) +
			entryOverhead,
		ttl: lifetimes.document,
		// One that is dropped while it is written is for those who wait for it all the same.
		ignoreFetchAbort: true,
		ttlResolution: 0,
		perf: { now: clock },
		async fetchMethod(_key, _stale, { context, options }) {
			try {
				return { document: writtenDocument(await write(context.input)) };
			} catch (error) {
				if (!(error instanceof ProblemError) || lifetimes.problem === 0) throw error;
				options.ttl = lifetimes.problem;
				return { problem: error };
			}
		},
	});
	return {
		async get(key, input) {
			const outcome = await outcomes.forceFetch(key, { context: { input } });
			if ('problem' in outcome) throw outcome.problem;
			return outcome.document;
		},
	};
}
