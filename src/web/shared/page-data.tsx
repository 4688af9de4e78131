/** The data inside the page (contract `PageData`): settings of the deployment, and responses that save the first calls. */
import { createContext, type ReactNode, useContext } from 'react';
import { type PageData, pageDataElementId } from '../../contract/bff-api/page-data.ts';
import { UnreadableError } from '../../contract/event/fields.ts';
import type { OperationName } from '../../contract/spec/operations.ts';
import { type InputOf, operationUrl, readBody, type ValueOf } from './call.ts';

const PageDataContext = createContext<PageData | null>(null);

/** Reads it from the document. @throws Error when the page was not served by the BFF */
export function readPageData(document: Document): PageData {
	const text = document.getElementById(pageDataElementId)?.textContent;
	if (!text) throw new Error('the page has no data');
	return JSON.parse(text) as PageData;
}

export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
	return <PageDataContext value={data}>{children}</PageDataContext>;
}

export function usePageData(): PageData {
	const data = useContext(PageDataContext);
	if (data === null) throw new Error('no PageDataProvider');
	return data;
}

/** Public origin of this Daybill, which absolute URLs for use elsewhere begin with. */
export function usePublicOrigin(): string {
	return new URL(usePageData().settings.redirect_uri).origin;
}

/**
 * What the page carries for a call, read as `callOperation` reads it. Reading costs something: pass it to a query as
 * `initialData: () => pageResponse(…)`, which is called once.
 *
 * @returns undefined when the page does not carry it, or when it cannot be read
 */
export function pageResponse<Name extends OperationName>(
	page: PageData,
	name: Name,
	input: InputOf<Name>,
): ValueOf<Name> | undefined {
	const body = page.responses[operationUrl(name, input)];
	if (body === undefined) return undefined;
	try {
		return readBody(name, body);
	} catch (error) {
		if (error instanceof UnreadableError) return undefined;
		throw error;
	}
}
