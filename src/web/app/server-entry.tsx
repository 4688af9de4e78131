/** Renders the first page of a visit as HTML. Built to `dist/server`, called by the BFF, hydrated by `main.tsx`. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { RenderPage } from '../../contract/bff-api/page-data.ts';
import { type Language, readLanguage, setLanguage } from '../i18n/messages.ts';
import { createQueryClient } from '../shared/query-client.ts';
import { App } from './app.tsx';

/** Longest wait for lazy components, which are imported when a process renders its first pages. */
const maxWaitMs = 1_000;

/** React's image preloads. The head already preloads the first image; the others would compete with it. */
const preloads = /^(?:<link rel="preload" as="image"[^<>]*>)+/;

type Input = Parameters<RenderPage>[0];

const languages = new AsyncLocalStorage<Language>();

const currentPart = <Part extends keyof Language>(part: Part) =>
	new Proxy({} as Language[Part], {
		get: (_target, key) => languages.getStore()?.[part][key as keyof Language[Part]],
	});

/** The language of the page that is being rendered; pages in several languages are rendered at the same time. */
const current: Language = { m: currentPart('m'), reader: currentPart('reader') };

export const renderPage: RenderPage = async (input) => {
	const language = await readLanguage(input.locale, input.page.formats);
	setLanguage(current);
	return languages.run(language, render, input);
};

async function render({ url, page }: Input): Promise<string | null> {
	const client = createQueryClient();
	const errors: unknown[] = [];
	const signal = AbortSignal.timeout(maxWaitMs);
	try {
		const { prelude, postponed } = await prerender(
			<StrictMode>
				<StaticRouter location={url}>
					<App page={page} client={client} />
				</StaticRouter>
			</StrictMode>,
			{
				signal,
				onError: (error) => void errors.push(error),
				// Progressive chunks need inline scripts, which the Content-Security-Policy forbids.
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
		// Stops TanStack Query's garbage collection timers.
		client.clear();
	}
}
