/** Rendered pages as they are sent: put together, hashed and compressed once, and kept while what is in them is the same. */
import { LRUCache } from 'lru-cache';
import { etagOf } from '../http/etag.ts';
import type { InlineCode } from '../http/security-headers.ts';
import type { PageContent } from './page-content.ts';
import type { Template } from './template.ts';

/**
 * Bytes of the pages that are kept: key, parts and documents as UTF-16, their compressed forms, what was read for them, which is
 * as large as their data, and what an entry takes besides.
 */
const maxBytes = 32 * 1024 * 1024;
const entryOverhead = 1_024;

type Parts = Parameters<Template>;

/** The compressed forms of a page are kept with it (`encodeBody`). */
interface FinishedPage {
	readonly status: PageContent['status'];
	readonly body: string;
	readonly etag: string;
	readonly inline: InlineCode;
}

/** What a page is made of. While it is the same, by identity, the page is found without its parts. */
type Sources = readonly unknown[];

interface Kept {
	page: FinishedPage;
	parts: Parts;
	sources: Sources;
}

const isSame = ([head, body]: Parts, [otherHead, otherBody]: Parts): boolean =>
	body.data === otherBody.data &&
	body.html === otherBody.html &&
	body.locale === otherBody.locale &&
	body.theme === otherBody.theme &&
	head.title === otherHead.title &&
	head.tags.length === otherHead.tags.length &&
	head.tags.every((tag, index) => tag === otherHead.tags[index]);

export interface FinishedPages {
	/** @param key where it is kept: what each page has of its own @returns the page, if it is still of these sources */
	find(key: string, sources: Sources): FinishedPage | undefined;
	/** Puts a page together, or finds it by its parts. */
	finish(key: string, sources: Sources, status: FinishedPage['status'], ...parts: Parts): FinishedPage;
}

export function createFinishedPages(template: Template): FinishedPages {
	const kept = new LRUCache<string, Kept>({
		maxSize: maxBytes,
		sizeCalculation: ({ page, parts: [, { data }] }, key) =>
			2 * (key.length + 2 * data.length) + 4 * page.body.length + entryOverhead,
	});
	return {
		find(key, sources) {
			const before = kept.get(key);
			if (before?.sources.length !== sources.length) return undefined;
			return before.sources.every((source, index) => source === sources[index]) ? before.page : undefined;
		},
		finish(key, sources, status, ...parts) {
			const before = kept.get(key);
			if (before?.page.status === status && isSame(before.parts, parts)) {
				before.sources = sources;
				return before.page;
			}
			const { document, inline } = template(...parts);
			const page = { status, body: document, etag: etagOf(document), inline };
			// What the browser renders is often different, and small.
			if (parts[1].html !== null) kept.set(key, { page, parts, sources });
			return page;
		},
	};
}
