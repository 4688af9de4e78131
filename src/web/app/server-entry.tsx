/** The app as HTML, for the first screen (design §9): built to `dist/server`, used by the BFF, taken over by `main.tsx`. */
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { RenderScreen } from '../../contract/session.ts';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';

/** What React leaves in place of a part that it did not wait for. */
const unfinished = '<!--$!-->';
/** Milliseconds to wait for the parts of the app that come lazily: only the first screens of a process need them. */
const patience = [10, 30, 100];

export const renderScreen: RenderScreen = async (input) => {
	for (const wait of [0, ...patience]) {
		if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
		const html = renderOnce(input);
		if (!html.includes(unfinished)) return html;
	}
	return null;
};

function renderOnce({ address, locale, page }: Parameters<RenderScreen>[0]): string {
	const client = createQueryClient();
	try {
		return renderToString(
			<StrictMode>
				<App
					locale={locale}
					page={page}
					offline={{ onUpdate: () => () => undefined }}
					client={client}
					Router={({ children }) => <StaticRouter location={address}>{children}</StaticRouter>}
				/>
			</StrictMode>,
		);
	} finally {
		// Its queries would wait for their time to be dropped.
		client.clear();
	}
}
