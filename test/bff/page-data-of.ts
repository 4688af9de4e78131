import type { PageData } from '../../src/contract/bff-api/page-data.ts';

/** The data inside a page. */
export function pageDataOf(html: string): PageData {
	const text = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1];
	return JSON.parse(text ?? 'null') as PageData;
}
