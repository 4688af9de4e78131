/**
 * The whole app as people use it, for tests: the real routes in jsdom, with a BFF and a sandbox over HTTP. A
 * request to another origin, or an unexpected error in the console, fails the test.
 */

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import type { PublicBrand } from '../../src/contract/bff-api/brand.ts';
import type { PageData, PublicSettings } from '../../src/contract/bff-api/page-data.ts';
import { csrfHeader, epochHeader } from '../../src/contract/bff-api/session-headers.ts';
import { readEvent } from '../../src/contract/event/parse-resources.ts';
import { daysOf, phaseOf } from '../../src/contract/event/times.ts';
import { dayMs, wallClockAt } from '../../src/contract/event/wall-clock.ts';
import { bffPatterns } from '../../src/contract/paths.ts';
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import { sandboxTimeZone } from '../../src/servers/sandbox-defaults.ts';
import { App } from '../../src/web/app/app.tsx';
import { loadMessages } from '../../src/web/i18n/messages.ts';
import { createQueryClient } from '../../src/web/shared/query-client.ts';
import { supplyInvokerCommands } from '../../src/web/ui/invoker-commands.ts';
import type { Browser } from '../bff/browser.ts';
import { pageDataOf } from '../bff/page-data-of.ts';
import { signInAs } from '../bff/sign-in.ts';
import { startTestBff } from '../bff/start-bff.ts';
import { consentAt } from '../sandbox/consent.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { typedResponse } from './typed-response.ts';

/** A call from the app to the BFF. */
interface AppCall {
	method: string;
	/** Path and query. */
	path: string;
	/** The session epoch in its header. */
	epoch: string | null;
	/** Forwards it to the BFF. */
	forward: () => Promise<Response>;
}

/** Responds instead of the BFF; undefined forwards the call. */
export type Intercept = (call: AppCall) => Response | Promise<Response> | undefined;

/**
 * Response bodies by path; a path that ends with a slash covers all paths below it. A body with a code is an
 * error, and undefined forwards the call.
 */
type Bodies = Readonly<Record<string, object | ((query: URLSearchParams) => object | undefined)>>;

/** A problem as the BFF sends it. */
export const problem = (status: number, reason: string) =>
	Response.json({ type: 'about:blank', title: reason, status, detail: reason, reason }, { status });

/** Replaces jsdom's byte arrays with Node's, of which the buffers of BFF and sandbox are instances. */
function restoreNodeBytes(): void {
	vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer));
	vi.stubGlobal('ArrayBuffer', Buffer.alloc(1).buffer.constructor);
}

/** Stubs browser APIs that jsdom lacks. */
function completeBrowser(): void {
	supplyInvokerCommands();
	// jsdom's dialogs have no methods.
	HTMLDialogElement.prototype.showModal = function showModal() {
		this.open = true;
	};
	HTMLDialogElement.prototype.close = function close() {
		this.open = false;
		this.dispatchEvent(new Event('close'));
	};
	vi.stubGlobal('scrollTo', () => undefined);
	vi.stubGlobal('matchMedia', () => ({
		matches: false,
		addEventListener: () => undefined,
		removeEventListener: () => undefined,
	}));
	for (const name of ['IntersectionObserver', 'ResizeObserver']) vi.stubGlobal(name, Observer);
}

type Report = (entries: { isIntersecting: boolean }[]) => void;

/** An observer that never reports anything. */
class Observer {
	protected report: Report | null;
	constructor(report: Report) {
		this.report = report;
	}
	observe = (): void => undefined;
	disconnect() {
		this.report = null;
	}
}

/** Makes everything that the app observes count as near the viewport. */
export function showEverything(): void {
	vi.stubGlobal(
		'IntersectionObserver',
		class extends Observer {
			override observe = () => queueMicrotask(() => this.report?.([{ isIntersecting: true }]));
		},
	);
}

/** Errors in the console fail the test. */
function watchConsole(): void {
	const errors: unknown[][] = [];
	// jsdom does not know the element `search`.
	const isKnown = ([text, tag]: unknown[]) => String(text).startsWith('The tag <%s>') && tag === 'search';
	vi.spyOn(console, 'error').mockImplementation((...parts) => {
		if (!isKnown(parts)) errors.push(parts);
	});
	onTestFinished(() => expect(errors).toEqual([]));
}

/** Records the URLs of other sites that the app opens, and of the pages that it reloads. */
function watchDepartures() {
	const departures: URL[] = [];
	const reloads: URL[] = [];
	const { location } = window;
	const watched: Partial<Record<keyof Location, unknown>> = {
		replace: (url: string) => void departures.push(new URL(url, location.href)),
		assign: (url: string) => void departures.push(new URL(url, location.href)),
		reload: () => void reloads.push(new URL(location.href)),
	};
	vi.stubGlobal(
		'location',
		new Proxy({} as Location, { get: (_target, name: keyof Location) => watched[name] ?? location[name] }),
	);
	return { departures, reloads };
}

const isLike = (call: string, part: RegExp | string) =>
	typeof part === 'string' ? call.includes(part) : part.test(call);

const checkConformance = () => Promise.reject(new Error('tests intercept the check'));

/** @param hasControls whether the sandbox counts as the embedded one, with its controls for developers */
export async function startApp({ hasControls = false }: { hasControls?: boolean } = {}) {
	restoreNodeBytes();
	const sandbox = await startTestSandbox();
	const bff = await startTestBff(sandbox.origin, {
		timeZone: sandboxTimeZone,
		...(hasControls ? { sandbox: { origin: sandbox.origin, checkConformance } } : {}),
	});
	let browser: Browser = bff.browser();
	let client = createQueryClient();
	const calls: string[] = [];
	const underWay = new Set<Promise<Response>>();
	let intercept: Intercept = () => undefined;
	/** Whether the test responds to calls to this path. */
	let isAnswered = (_pathname: string) => false;
	const held: { calls: RegExp | string; released: Promise<void> }[] = [];
	let isOnline = true;
	const realFetch = globalThis.fetch;

	/** Reads the body immediately, since an open connection would delay closing the BFF. */
	const callBff = async (path: string, { method = 'GET', body, headers, credentials }: RequestInit) => {
		const response = await browser.fetch(path, {
			method,
			...(typeof body === 'string' ? { body } : {}),
			headers: {
				// Removes the browser helper's default headers, so that only those of the app are sent.
				[csrfHeader]: undefined,
				'Content-Type': undefined,
				...(credentials === 'omit' ? { Cookie: undefined } : {}),
				...Object.fromEntries(new Headers(headers)),
			},
		});
		const text = await response.text();
		return new Response(text === '' ? null : text, { status: response.status, headers: response.headers });
	};
	vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
		// Absolute URLs come from test helpers.
		if ([sandbox.origin, bff.origin].some((origin) => url.startsWith(origin))) return realFetch(url, init);
		if (!url.startsWith('/')) throw new Error(`unexpected request: ${url}`);
		if (!isOnline) throw new TypeError('Failed to fetch');
		const method = init.method ?? 'GET';
		const hasBody = init.body && (url.startsWith('/api/') || url === bffPatterns.weekend);
		calls.push([method, url, ...(hasBody ? [init.body] : [])].join(' '));
		const forward = () => callBff(url, init);
		const epoch = new Headers(init.headers).get(epochHeader);
		const given = intercept({ method, path: url, epoch, forward });
		const answering =
			given === undefined ? forward() : Promise.resolve(given).then((sent) => typedResponse(url, sent));
		const hold = held.find((each) => isLike(`${method} ${url}`, each.calls));
		const responding = hold === undefined ? answering : answering.finally(() => hold.released);
		underWay.add(responding);
		const response = await responding.finally(() => underWay.delete(responding));
		if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError');
		return response;
	});
	vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
	completeBrowser();
	watchConsole();
	const { departures, reloads } = watchDepartures();
	onTestFinished(async () => {
		cleanup();
		await Promise.allSettled(underWay);
		vi.restoreAllMocks();
		vi.unstubAllGlobals();
		localStorage.clear();
		sessionStorage.clear();
		for (const cookie of document.cookie.split('; ')) {
			// biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
			document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
		}
		delete document.documentElement.dataset.theme;
		// The next test file runs in the same document.
		Object.assign(document.documentElement, { lang: '', dir: '' });
		window.history.replaceState(null, '', '/');
	});

	const app = {
		sandbox,
		/** Method, path and query of every call from the app so far, and the body of a write. */
		calls,
		/** URLs outside this site that the app opened. */
		departures,
		/** URLs of the pages that the app reloaded. */
		reloads,
		browser: () => browser,
		/** The queries of the page. */
		client: () => client,
		/** The calls so far that contain or match this. */
		callsTo: (part: RegExp | string) => calls.filter((call) => isLike(call, part)),
		/** Responds instead of the BFF, until it is replaced. */
		intercept(next: Intercept) {
			intercept = next;
		},
		/** Delays responses to calls that contain or match this. @returns a function that sends them */
		hold(part: RegExp | string): () => void {
			const { promise, resolve } = Promise.withResolvers<void>();
			held.push({ calls: part, released: promise });
			return resolve;
		},
		/** Sends these bodies instead of the BFF, until they are replaced. */
		respond(bodies: Bodies) {
			const patternOf = (pathname: string) =>
				Object.keys(bodies).find((each) =>
					each.endsWith('/') ? pathname.startsWith(each) : pathname === each,
				);
			isAnswered = (pathname) => patternOf(pathname) !== undefined;
			intercept = ({ path }) => {
				const { pathname, searchParams } = new URL(path, 'http://here');
				const given = bodies[patternOf(pathname) ?? ''];
				const body = typeof given === 'function' ? given(searchParams) : given;
				if (body === undefined) return undefined;
				if (body instanceof Response) return body.clone();
				return Response.json(body, { status: 'code' in body ? 400 : 200 });
			};
		},
		goOffline() {
			isOnline = false;
		},

		/** Opens a page as a new document, or reloads the current one. @param change replaces parts of its data */
		async open(path: string, change: Partial<PageData> | ((page: PageData) => Partial<PageData>) = {}) {
			app.close();
			const { pathname, search } = window.location;
			const isReload = pathname + search === path;
			window.history.replaceState(isReload ? window.history.state : null, '', path);
			const html = await (await browser.get(path)).text();
			const sent = pageDataOf(html);
			// Calls to which the test responds are not in the page data.
			const isOwn = (call: string) =>
				/^\/(search|api\/users)\//.test(call) || isAnswered(call.replace(/\?.*/, ''));
			const responses = Object.fromEntries(Object.entries(sent.responses).filter(([call]) => !isOwn(call)));
			const page = { ...sent, responses, ...(typeof change === 'function' ? change(sent) : change) };
			await loadMessages('en', page.formats);
			client = createQueryClient();
			await act(async () => {
				render(
					<BrowserRouter>
						<App page={page} client={client} />
					</BrowserRouter>,
				);
			});
		},
		/** Closes the document, but not the browser with its cookies and storage. */
		close: () => cleanup(),

		/** Signs in without the app. @param uid `alice` has the id 1001, `bob` 1002, `carol` 1003 */
		signIn: (uid = 'alice') => signInAs(browser, sandbox, uid),
		/** Consents at the service's page that the app opens. @returns path and query of the callback */
		async consent(uid = 'alice', decision: 'allow' | 'deny' = 'allow'): Promise<string> {
			await vi.waitFor(() => {
				for (const goOn of screen.queryAllByRole('button', { name: 'Sign in' }))
					if (goOn.closest('dialog[open]')) fireEvent.click(goOn);
				expect(departures).not.toEqual([]);
			}, 10_000);
			const { search } = departures.at(-1) as URL;
			const back = await consentAt(sandbox.origin, search.slice(1), { uid, decision });
			return `${back.pathname}${back.search}`;
		},
		/** Replaces the browser with a new one without cookies and storage. */
		useOtherBrowser() {
			browser = bff.browser();
			localStorage.clear();
			sessionStorage.clear();
		},

		/** Events that a user joined or is interested in, read from the service. */
		async idsOf(relation: 'participated' | 'wished', userId = '1001'): Promise<string[]> {
			const path = `/v2/event/user_${relation}/${userId}?count=100`;
			const { body } = await sandbox.call<WireEventList>('GET', path);
			return body.events.map(({ id }) => id);
		},
		/** The first matching event, in Beijing if possible, that outlasts the test, without a relation to alice or bob. */
		async findEvent(isLike: (event: WireEvent) => boolean = () => true): Promise<WireEvent> {
			const relations = (['participated', 'wished'] as const).flatMap((relation) =>
				['1001', '1002'].map((user) => app.idsOf(relation, user)),
			);
			const own = (await Promise.all(relations)).flat();
			const tomorrow = wallClockAt(Date.now() + dayMs, sandboxTimeZone);
			// At some hours, Beijing has no events of some kinds.
			for (const loc of ['108288', '108296', '118281', '118282']) {
				const path = `/v2/event/list?loc=${loc}&day_type=future&count=100`;
				const found = (await sandbox.call<WireEventList>('GET', path)).body.events.find(
					(event) =>
						isLike(event) && !own.includes(event.id) && phaseOf(readEvent(event), tomorrow) !== 'over',
				);
				if (found !== undefined) return found;
			}
			throw new Error('no seeded event is like this');
		},
	};
	return app;
}

export type TestApp = Awaited<ReturnType<typeof startApp>>;

/** For `open`: replaces some of the site's settings. */
export const withSettings =
	(settings: Partial<PublicSettings>) =>
	(page: PageData): Partial<PageData> => ({ settings: { ...page.settings, ...settings } });

/** For `open`: replaces parts of the site's brand. */
export const withBrand =
	(brand: Partial<PublicBrand>) =>
	(page: PageData): Partial<PageData> =>
		withSettings({ brand: { ...page.settings.brand, ...brand } })(page);

/** Sets the clock of app, BFF and sandbox. @param zoneMinutes by how much the reader's zone is west of Greenwich */
export function setClock(now: string, zoneMinutes?: number): void {
	vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
	if (zoneMinutes !== undefined) vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(zoneMinutes);
}

/** An app whose user is alice. */
export async function startSignedIn(): Promise<TestApp> {
	const app = await startApp();
	await app.signIn();
	return app;
}

export const isOneDay = (event: WireEvent): boolean => daysOf(readEvent(event)).length === 1;

/** An app whose user is alice, and an event to which she has no relation. */
export async function startWithEvent(isLike: (event: WireEvent) => boolean = isOneDay) {
	const app = await startApp();
	const event = await app.findEvent(isLike);
	await app.signIn();
	return { app, event };
}

/** An app on a page, as `open` opens it. */
export async function openApp(...page: Parameters<TestApp['open']>): Promise<TestApp> {
	const app = await startApp();
	await app.open(...page);
	return app;
}
