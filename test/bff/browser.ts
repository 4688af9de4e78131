/** A browser as the BFF sees it: cookies, and the headers that only a browser sets. */
import { csrfHeader } from '../../src/contract/bff-api/session-headers.ts';

export type Browser = ReturnType<typeof createBrowser>;

interface BrowserRequest {
	method?: string;
	/** Sent as JSON, or as is if it is a string; if undefined, the request has no body. */
	body?: unknown;
	headers?: Record<string, string | undefined>;
}

/**
 * @param origin where the BFF listens
 * @param publicUrl origin of the pages in the browser
 * @param first cookies to begin with
 */
export function createBrowser(
	origin: string,
	publicUrl: string,
	first: ReadonlyMap<string, string> = new Map(),
) {
	/** By name, as a browser would send them. */
	const cookies = new Map(first);
	/** `Set-Cookie` lines of every response so far. */
	const setCookies: string[] = [];

	async function browserFetch(path: string, { method = 'GET', body, headers = {} }: BrowserRequest = {}) {
		const all: Record<string, string | undefined> = {
			[csrfHeader]: '1',
			'Sec-Fetch-Site': 'same-origin',
			...(method === 'GET' ? {} : { Origin: publicUrl }),
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(cookies.size > 0
				? { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
				: {}),
			...headers,
		};
		const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
		const response = await fetch(origin + path, {
			method,
			headers: sent,
			redirect: 'manual',
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		for (const line of response.headers.getSetCookie()) {
			setCookies.push(line);
			const [pair = '', ...attributes] = line.split(';');
			const name = pair.slice(0, pair.indexOf('='));
			if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) cookies.delete(name);
			else cookies.set(name, pair.slice(name.length + 1));
		}
		return response;
	}
	const get = (path: string) => browserFetch(path);
	const json = async <Body>(path: string) => (await (await get(path)).json()) as Body;
	return {
		cookies,
		setCookies,
		/** A same-origin fetch with the CSRF header; `headers` take precedence, and undefined omits a header. */
		fetch: browserFetch,
		get,
		json,
		text: async (path: string) => (await get(path)).text(),
		post: (path: string, body?: unknown) => browserFetch(path, { method: 'POST', body }),
		session: () => json<Record<string, unknown>>('/auth/session'),
	};
}

/** Creates the URL of a signed-in user's calendar. @returns its path */
export async function createCalendar(browser: Browser): Promise<string> {
	const { url } = (await (await browser.post('/auth/calendar')).json()) as { url: string };
	return new URL(url).pathname;
}

/** The status and the reason of a problem. */
export const outcomeOf = async (response: Response) => [
	response.status,
	((await response.json()) as { reason?: string }).reason,
];
