/** The data inside the page (contract `PageData`): settings of the deployment, and answers that need no first call. */
import { createContext, type ReactNode, useContext } from 'react';
import type { OperationName, ParametersOf } from '../../contract/operations.ts';
import { type PageData, pageDataElementId } from '../../contract/session.ts';
import { operationAddress } from './call.ts';

const PageDataContext = createContext<PageData | null>(null);

/** Reads it from the document. @throws Error when the page was not served by the BFF */
export function readPageData(document: Document): PageData {
	const text = document.getElementById(pageDataElementId)?.textContent;
	if (!text) throw new Error('the page has no data: it has to be served by the BFF');
	return JSON.parse(text) as PageData;
}

export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
	return <PageDataContext value={data}>{children}</PageDataContext>;
}

export function usePageData(): PageData {
	const data = useContext(PageDataContext);
	if (data === null) throw new Error('usePageData outside of PageDataProvider');
	return data;
}

/** Origin under which people know this Daybill: what addresses for elsewhere begin with. */
export function usePublicOrigin(): string {
	return new URL(usePageData().settings.redirect_uri).origin;
}

/** The answer that came with the page for a call; undefined when it did not. */
export function pageAnswer<Name extends OperationName>(
	data: PageData,
	name: Name,
	input: ParametersOf<Name> & { id?: string },
): unknown {
	return data.answers[operationAddress(name, input)];
}
