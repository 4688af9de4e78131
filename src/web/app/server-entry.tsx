/** The app as HTML, for the first page: built to `dist/server`, called by the BFF, hydrated by `main.tsx`. */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { RenderPage } from '../../contract/bff-api/page-data.ts';
import { loadMessages } from '../i18n/messages.ts';
import { createQueryClient } from '../shared/query-client.ts';
import { createUpdates } from '../shared/updates.ts';
import { App } from './app.tsx';

/** Milliseconds for the code of lazy components: only the first pages of a process load any. */
const maxWait = 1_000;

/**
 * What React preloads: every image at the top of the page. The head of the page preloads the one that is painted first,
 * and the others are images that the browser finds itself.
 */
const preloads = /^(?:<link rel="preload" as="image"[^<>]*>)+/;

type Input = Parameters<RenderPage>[0];

/** Ends when the page before it is rendered. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * One page at a time: its messages are in a variable that all pages share, and a page that waits for the code of a component must not
 * go on in the language of another one.
 */
export const renderPage: RenderPage = (input) => {
	const rendered = previous.then(() => renderOnce(input));
	previous = rendered.catch(() => undefined);
	return rendered;
};

async function renderOnce({ url, locale, page }: Input): Promise<string | null> {
	await loadMessages(locale);
	const client = createQueryClient();
	const errors: unknown[] = [];
	const signal = AbortSignal.timeout(maxWait);
	try {
		const { prelude, postponed } = await prerender(
			<StrictMode>
				<App
					locale={locale}
					page={page}
					updates={createUpdates()}
					client={client}
					Router={({ children }) => <StaticRouter location={url}>{children}</StaticRouter>}
				/>
			</StrictMode>,
			{
				signal,
				onError: (error) => void errors.push(error),
				// In pieces it would need scripts in the HTML, which the Content-Security-Policy does not allow.
				progressiveChunkSize: Number.POSITIVE_INFINITY,
			},
		);
		const html = (await new Response(prelude).text()).replace(preloads, '');
		const lacksContent = client
			.getQueryCache()
			.getAll()
			.some(({ meta, state }) => meta?.isPageContent === true && state.data === undefined);
		if (postponed !== null || lacksContent) return null;
		if (errors.length > 0) throw errors[0];
		return html;
	} finally {
		// Its queries would wait for the end of their time in the cache.
		client.clear();
	}
}
