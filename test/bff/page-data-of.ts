import type { PageData } from '../../src/contract/bff-api/page-data.ts';

/** The page data embedded in the HTML. */
export function pageDataOf(html: string): PageData {
	const text = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1];
	return JSON.parse(text ?? 'null') as PageData;
}
