/** The secrets of a run: no report may show them, since reports are stored and shared. */
import type { Secrets } from './curl.ts';

/** A shorter secret would also be found in words that are none. */
const shortest = 8;

/** A secret as a service may repeat it: as it is, in a query, or inside a JSON text. */
function spellingsOf(secret: string): string[] {
	return [
		secret,
		encodeURIComponent(secret.toWellFormed()),
		new URLSearchParams({ secret }).toString().slice('secret='.length),
		JSON.stringify(secret).slice(1, -1),
	];
}

/** Hides secrets in a text, for a service that repeats them in its responses. */
export function hideSecrets(text: string, secrets: Secrets): string {
	const spellings = [...secrets.keys()].filter((secret) => secret.length >= shortest).flatMap(spellingsOf);
	return spellings.reduce((hidden, spelling) => hidden.replaceAll(spelling, '(hidden)'), text);
}
