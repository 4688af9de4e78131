/** Sign-in and consent at a sandbox with its forms, without a browser. */
/** Reads the hidden fields of a form of the sandbox's pages. */
function hiddenFields(html: string, action: string): Record<string, string> {
	const form = new RegExp(`<form[^>]*action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(html)?.[1] ?? '';
	const entities: Record<string, string> = {
		'&amp;': '&',
		'&lt;': '<',
		'&gt;': '>',
		'&quot;': '"',
		'&#39;': "'",
	};
	return Object.fromEntries(
		[...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
			([, name = '', value = '']) => [
				name,
				value.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity),
			],
		),
	);
}

/**
 * Goes through sign-in and consent as a browser would, by the forms of the pages.
 *
 * @returns the URL that the browser is redirected to
 */
export async function consentAt(
	origin: string,
	authorizationQuery: string,
	{ uid = 'alice', decision = 'allow' }: { uid?: string; decision?: 'allow' | 'deny' } = {},
): Promise<URL> {
	const submit = (action: string, fields: Record<string, string>, cookie = '') =>
		fetch(`${origin}${action}`, {
			method: 'POST',
			body: new URLSearchParams(fields),
			redirect: 'manual',
			headers: { cookie },
		});
	const address = `${origin}/service/auth2/auth?${authorizationQuery}`;
	const signInPage = await (await fetch(address)).text();
	const signedIn = await submit('/sandbox/sign-in', {
		...hiddenFields(signInPage, '/sandbox/sign-in'),
		uid,
		password: `${uid}-daybill`,
	});
	const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
	const next = await fetch(address, { headers: { cookie }, redirect: 'manual' });
	if (next.status === 302) return new URL(next.headers.get('location') ?? '');
	const consented = await submit(
		'/sandbox/consent',
		{ ...hiddenFields(await next.text(), '/sandbox/consent'), decision },
		cookie,
	);
	return new URL(consented.headers.get('location') ?? '');
}
