/** Stores settings as cookies, because the BFF reads them too (contract `preferences`). */
import { attempt } from '../ui/attempt.ts';

/** The maximum that browsers allow. */
const lifetimeSeconds = 400 * 86_400;

export function savedChoice(name: string): string | undefined {
	const pair = attempt(() => document.cookie)
		?.split('; ')
		.find((each) => each.startsWith(`${name}=`));
	return pair?.slice(name.length + 1);
}

/** @param value only characters that RFC 6265 §4.1.1 allows: percent-encode other text */
export function saveChoice(name: string, value: string): void {
	const secure = window.location.protocol === 'https:' ? '; Secure' : '';
	attempt(() => {
		// Firefox and Safari have supported the Cookie Store API only since 2025.
		// biome-ignore lint/suspicious/noDocumentCookie: see above
		document.cookie = `${name}=${value}; Path=/; Max-Age=${lifetimeSeconds}; SameSite=Lax${secure}`;
	});
}
