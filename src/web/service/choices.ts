/** What was chosen in the settings: cookies that the BFF reads too (contract `choices`). */

/** Seconds that a choice is kept: as long as browsers allow. */
const life = 400 * 86_400;

/** The kept choice; undefined when nothing was chosen. */
export function keptChoice(name: string): string | undefined {
	const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
	return pair?.slice(name.length + 1);
}

/** @param value letters, digits and hyphens */
export function keepChoice(name: string, value: string): void {
	const secure = window.location.protocol === 'https:' ? '; Secure' : '';
	// The Cookie Store API would be the platform's own, but Firefox and Safari have had it for a short time only.
	// biome-ignore lint/suspicious/noDocumentCookie: see above
	document.cookie = `${name}=${value}; Path=/; Max-Age=${life}; SameSite=Lax${secure}`;
}
