// @vitest-environment jsdom
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { prerender } from 'react-dom/static';
import { BrowserRouter } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { publicBrand } from '../../../src/bff/brand/brand.ts';
import { daybillBrand } from '../../../src/bff/brand/daybill-brand.ts';
import type { PageData, PublicSettings } from '../../../src/contract/bff-api/page-data.ts';
import { readLoc } from '../../../src/contract/event/parse-resources.ts';
import { wallClockFromMs } from '../../../src/contract/event/wall-clock.ts';
import { App } from '../../../src/web/app/app.tsx';
import { renderPage } from '../../../src/web/app/server-entry.tsx';
import { loadMessages } from '../../../src/web/i18n/messages.ts';
import { createQueryClient } from '../../../src/web/shared/query-client.ts';
import { type SignedIn, sessionQuery } from '../../../src/web/shared/session/session-queries.ts';
import { publicEvent } from '../../bff/public-event.ts';

const url = '/cities/beijing?day_type=future';
const page: PageData = {
	settings: {
		brand: publicBrand(daybillBrand, 'en'),
		redirect_uri: 'http://localhost:3000/callback',
		time_zone: 'Asia/Shanghai',
	} as PublicSettings,
	loc: readLoc({ id: '108288', uid: 'beijing', name: '北京' }),
	locs: null,
	front: null,
	responses: {
		'/api/cities/108288/events?day_type=future&start=0&count=20': {
			items: [publicEvent({ id: '7', begin: '2099-11-21T19:30:00', end: '2099-11-21T22:00:00' })],
			start: 0,
			sent: 1,
			total: 1,
			dropped: [],
		},
	},
	now: wallClockFromMs(Date.parse('2026-11-21T12:00:00Z')),
	formats: { hourCycle: 'h23', isMonthFirst: false },
	reportAs: null,
};

it('a page that hydrates after the session is known equals the server’s', async () => {
	vi.stubGlobal('scrollTo', () => undefined);
	// React warns about two renderers in one process.
	vi.spyOn(console, 'error').mockReturnValue();
	vi.stubGlobal('fetch', () => new Promise(() => undefined));
	vi.stubGlobal(
		'IntersectionObserver',
		class {
			observe = () => undefined;
			disconnect = () => undefined;
		},
	);
	const root = document.body.appendChild(document.createElement('div'));
	root.innerHTML = (await renderPage({ url, locale: 'en', page })) ?? '';
	// React leaves the contexts of the last rendering set, in this process.
	await prerender(<p />);
	expect(root.querySelectorAll('article')).toHaveLength(1);
	await loadMessages('en');
	window.history.replaceState(null, '', url);
	const client = createQueryClient();
	const session: SignedIn = { signed_in: true, service_user_id: '1001', epoch: 'e' } as SignedIn;
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
	onTestFinished(() => {
		hydrated.unmount();
		root.remove();
		client.clear();
		localStorage.clear();
	});
	// The account menu and the relation to the event are the signed-in person's.
	await vi.waitFor(() => expect(root.querySelector('header button[aria-label=Account]')).not.toBeNull());
	expect(errors).toEqual([]);
});
