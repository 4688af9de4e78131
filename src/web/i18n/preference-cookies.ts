/** What people chose in the settings: cookies, since the BFF reads them too (contract `preferences`). */

/** Seconds that a choice is kept: as long as browsers allow. */
const lifetime = 400 * 86_400;

/** Calls `use` unless cookies are blocked, where reading `document.cookie` throws. */
function withCookies<Value>(use: () => Value): Value | undefined {
	try {
		return use();
	} catch (error) {
		if (error instanceof DOMException) return undefined;
		throw error;
	}
}

/** The kept choice; undefined when nothing was chosen, or nothing can be kept. */
export function keptChoice(name: string): string | undefined {
	const cookies = withCookies(() => document.cookie) ?? '';
	const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`));
	return pair?.slice(name.length + 1);
}

/** @param value letters, digits and hyphens */
export function keepChoice(name: string, value: string): void {
	const secure = window.location.protocol === 'https:' ? '; Secure' : '';
	withCookies(() => {
		// The Cookie Store API would be the platform's own, but Firefox and Safari have had it for a short time only.
		// biome-ignore lint/suspicious/noDocumentCookie: see above
		document.cookie = `${name}=${value}; Path=/; Max-Age=${lifetime}; SameSite=Lax${secure}`;
	});
}
