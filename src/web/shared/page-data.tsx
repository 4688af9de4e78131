import { createContext, type ReactNode, useContext, useState } from 'react';
import { apiPath } from '../../contract/bff-api/api.ts';
import type { PageData } from '../../contract/bff-api/page-data.ts';
import type { ValueOf } from '../../contract/bff-api/values.ts';
import type { CallParameters } from '../../contract/spec/call.ts';
import type { OperationName } from '../../contract/spec/operations.ts';

const PageDataContext = createContext<[PageData, (page: PageData) => void] | null>(null);

export function parsePageData(text: string | null | undefined): PageData {
	if (!text) throw new Error('the page has no data');
	return JSON.parse(text) as PageData;
}

export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
	return <PageDataContext value={useState(data)}>{children}</PageDataContext>;
}

/** @returns the data, and a function that replaces it */
export function usePageDataState() {
	const state = useContext(PageDataContext);
	if (state === null) throw new Error('no PageDataProvider');
	return state;
}

export const usePageData = (): PageData => usePageDataState()[0];

/** Origin of absolute URLs that are shared outside the app. */
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
