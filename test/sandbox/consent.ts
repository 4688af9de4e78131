/** Sign-in and consent with the forms of a sandbox, without a browser. */
import { decodeHTML } from 'entities';

type Fields = Record<string, string>;

/** Reads the hidden fields of a form of the sandbox's pages. */
function hiddenFields(html: string, action: string): Fields {
	const form = new RegExp(`<form[^>]*action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(html)?.[1] ?? '';
	const fields = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
	return Object.fromEntries([...fields].map(([, name, value = '']) => [name, decodeHTML(value)]));
}

/** Stores cookies like a browser, and follows no redirects. */
export function openPages(origin: string) {
	const cookies = new Map<string, string>();
	const send = async (path: string, init: RequestInit = {}) => {
		const response = await fetch(`${origin}${path}`, {
			redirect: 'manual',
			...init,
			headers: { cookie: cookieHeader(), ...init.headers },
		});
		for (const line of response.headers.getSetCookie()) {
			const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
			cookies.set(name, value);
		}
		return response;
	};
	const cookieHeader = () => [...cookies].map((pair) => pair.join('=')).join('; ');
	return {
		/** All cookies, as a `Cookie` header. */
		cookieHeader,
		get: (path: string, headers: Fields = {}) => send(path, { headers }),
		/** Submits a form with its hidden fields and these. */
		submit: (html: string, action: string, fields: Fields, headers: Fields = {}) =>
			send(action, {
				method: 'POST',
				body: new URLSearchParams({ ...hiddenFields(html, action), ...fields }),
				headers,
			}),
	};
}

/**
 * Goes through sign-in and consent like a browser, with the forms of the pages.
 *
 * @returns the URL that the browser is redirected to
 */
export async function consentAt(
	origin: string,
	authorizationQuery: string,
	{ uid = 'alice', decision = 'allow' }: { uid?: string; decision?: 'allow' | 'deny' } = {},
): Promise<URL> {
	const pages = openPages(origin);
	const address = `/service/auth2/auth?${authorizationQuery}`;
	const signInPage = await (await pages.get(address)).text();
	await pages.submit(signInPage, '/sandbox/sign-in', { uid, password: `${uid}-daybill` });
	const next = await pages.get(address);
	const consented = await pages.submit(await next.text(), '/sandbox/consent', { decision });
	return new URL(consented.headers.get('location') ?? '');
}
