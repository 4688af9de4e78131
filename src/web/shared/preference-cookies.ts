/** Stores settings as cookies, because the BFF reads them too (contract `preferences`). */

/** The maximum that browsers allow. */
const lifetimeSeconds = 400 * 86_400;

/** `document.cookie` throws if cookies are blocked. */
function withCookies<Value>(use: () => Value): Value | undefined {
	try {
		return use();
	} catch (error) {
		if (error instanceof DOMException) return undefined;
		throw error;
	}
}

export function savedChoice(name: string): string | undefined {
	const cookies = withCookies(() => document.cookie) ?? '';
	const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`));
	return pair?.slice(name.length + 1);
}

/** @param value without characters that a cookie's value can't have (RFC 6265 §4.1.1): percent-encode other text */
export function saveChoice(name: string, value: string): void {
	const secure = window.location.protocol === 'https:' ? '; Secure' : '';
	withCookies(() => {
		// Firefox and Safari have supported the Cookie Store API only since 2025.
		// biome-ignore lint/suspicious/noDocumentCookie: see above
		document.cookie = `${name}=${value}; Path=/; Max-Age=${lifetimeSeconds}; SameSite=Lax${secure}`;
	});
}
