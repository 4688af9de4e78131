import { createContext, type ReactNode, useContext } from 'react';
import { apiPath, type ValueOf } from '../../contract/bff-api/api.ts';
import { type PageData, pageDataElementId } from '../../contract/bff-api/page-data.ts';
import type { CallParameters } from '../../contract/spec/call.ts';
import type { OperationName } from '../../contract/spec/operations.ts';

const PageDataContext = createContext<PageData | null>(null);

/** @throws Error if the BFF did not serve the page */
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

/** Origin for absolute URLs that leave the app. */
export function usePublicOrigin(): string {
	return new URL(usePageData().settings.redirect_uri).origin;
}

/** The response to a call embedded in the page, if any. */
export const pageResponse = <Name extends OperationName>(
	page: PageData,
	operation: Name,
	parameters: CallParameters<Name>,
): ValueOf<Name> | undefined =>
	page.responses[apiPath({ operation, parameters })] as ValueOf<Name> | undefined;
