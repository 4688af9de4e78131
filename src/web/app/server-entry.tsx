/** The app as HTML, for the first screen (design §9): built to `dist/server`, used by the BFF, taken over by `main.tsx`. */
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { RenderScreen } from '../../contract/session.ts';
import { App } from './app.tsx';
import { createQueryClient } from './query-client.ts';

/** What React leaves in place of a part that it did not wait for. */
const unfinished = '<!--$!-->';

export const renderScreen: RenderScreen = ({ address, locale, page }) => {
	const client = createQueryClient();
	try {
		const html = renderToString(
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
		return html.includes(unfinished) ? null : html;
	} finally {
		// Its queries would wait for their time to be dropped.
		client.clear();
	}
};
