/** Rendered pages as they are sent: put together, hashed and compressed once, and kept while what is in them is the same. */
import { LRUCache } from 'lru-cache';
import { etagOf } from '../http/etag.ts';
import type { InlineCode } from '../http/security-headers.ts';
import type { Template } from './template.ts';

/** Bytes of the pages that are kept: key, parts and documents as UTF-16, their compressed forms, and what an entry takes besides. */
const maxBytes = 32 * 1024 * 1024;
const entryOverhead = 1_024;

type Parts = Parameters<Template>;

/** The compressed forms of a page are kept with it (`encodeBody`). */
interface FinishedPage {
	readonly body: string;
	readonly etag: string;
	readonly inline: InlineCode;
}

interface Kept {
	page: FinishedPage;
	parts: Parts;
}

const isSame = ([head, body]: Parts, [otherHead, otherBody]: Parts): boolean =>
	body.data === otherBody.data &&
	body.html === otherBody.html &&
	body.locale === otherBody.locale &&
	body.theme === otherBody.theme &&
	head.title === otherHead.title &&
	head.tags.length === otherHead.tags.length &&
	head.tags.every((tag, index) => tag === otherHead.tags[index]);

/** Puts a page together, or finds it. @param key where it is kept: what each page has of its own */
export type FinishPage = (key: string, ...parts: Parts) => FinishedPage;

export function createFinishedPages(template: Template): FinishPage {
	const kept = new LRUCache<string, Kept>({
		maxSize: maxBytes,
		sizeCalculation: ({ page, parts: [, { data }] }, key) =>
			2 * (key.length + data.length) + 4 * page.body.length + entryOverhead,
	});
	return (key, ...parts) => {
		const before = kept.get(key);
		if (before !== undefined && isSame(before.parts, parts)) return before.page;
		const { document, inline } = template(...parts);
		const page = { body: document, etag: etagOf(document), inline };
		// What the browser renders is often different, and small.
		if (parts[1].html !== null) kept.set(key, { page, parts });
		return page;
	};
}
