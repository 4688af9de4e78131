// @vitest-environment jsdom
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { BrowserRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { pagePath } from '../../../src/contract/paths.ts';
import { App } from '../../../src/web/app/app.tsx';
import { renderPage } from '../../../src/web/app/server-entry.tsx';
import { loadMessages } from '../../../src/web/i18n/messages.ts';
import { createQueryClient } from '../../../src/web/shared/query-client.ts';
import { type SignedIn, sessionQuery } from '../../../src/web/shared/session/session-queries.ts';
import { pageDataOf } from '../../bff/page-data-of.ts';
import { startSignedIn } from '../start-app.tsx';

const session: SignedIn = { signed_in: true, service_user_id: '1001', epoch: 'e' } as SignedIn;

it('pages that hydrate after the session is known equal the server’s', async () => {
	const app = await startSignedIn();
	const { id, address } = await app.findEvent();
	// React warns about two renderers in one process.
	vi.spyOn(console, 'error').mockReturnValue();
	const day = '2099-11-21';
	for (const [path, text] of [
		['/cities/beijing?day_type=future', '<article'],
		['/cities/beijing?day_type=future&start=20', '<article'],
		['/cities/beijing?price=100&day_type=future', 'results|events|<article'],
		[`/cities/beijing?day=${day}`, 'No events on this day.'],
		['/cities/beijing?view=calendar', '<table'],
		['/cities/beijing?view=calendar&span=week', '<table'],
		['/cities/beijing?view=map', '<noscript'],
		['/cities/beijing?sort=near', '<noscript'],
		['/cities/beijing/search?q=北京', '<article'],
		['/cities/beijing/search?q=zzzzzz', 'No results'],
		[pagePath.place('beijing', address), '<article'],
		[pagePath.event(id), 'To join, turn on JavaScript'],
		['/users/1002/participated', 'Bob'],
		['/users/1002/created', '<article'],
		['/users/1002/wished?status=expired', '<h1'],
		['/me/participated', '<noscript'],
		['/settings', '<noscript'],
	] as const) {
		window.history.replaceState(null, '', path);
		const page = pageDataOf(await (await app.browser().get(path)).text());
		const root = document.body.appendChild(document.createElement('div'));
		// Removes a parameter that the server ignores.
		const url = path.replace('&span=week', '');
		// A render gives up if the components' code takes too long to load.
		const render = async () => (await renderPage({ url, locale: 'en', page })) ?? '';
		await expect.poll(async () => (root.innerHTML ||= await render())).not.toBe('');
		expect.soft([path, root.innerHTML]).toEqual([path, expect.stringMatching(text)]);
		// React keeps the contexts of the last server rendering in this process, so render something else.
		await prerender(<p />);
		await loadMessages('en', page.formats);
		const client = createQueryClient();
		client.setQueryData(sessionQuery.queryKey, session);
		const errors: unknown[] = [];
		const hydrated = hydrateRoot(
			root,
			<StrictMode>
				<BrowserRouter>
					<App page={page} client={client} />
				</BrowserRouter>
			</StrictMode>,
			{ onRecoverableError: (error) => errors.push(error) },
		);
		// The account menu and the relation to the event are the signed-in person's.
		const isKnown = () => expect(root.querySelector('header button[aria-label=Account]')).not.toBeNull();
		await vi.waitFor(isKnown, { timeout: 20_000 });
		expect.soft([path, errors]).toEqual([path, []]);
		hydrated.unmount();
		root.remove();
		client.clear();
	}
});
