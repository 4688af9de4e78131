import { readRedisUrl } from './redis-url.ts';

/** The URL and its password (or user name, if it has no password), as written and decoded. */
function secretsOf(url: string): string[] {
	const { userInfo = '', credentials } = readRedisUrl(url) ?? {};
	const written = userInfo.replace(/^[^:]*:/, '');
	const decoded = credentials?.password ?? credentials?.username ?? '';
	const secrets = [url, userInfo, written, decoded].filter((text) => text !== '' && text !== ':');
	// Longest first, or part of a longer secret could remain.
	return secrets.sort((a, b) => b.length - a.length);
}

/**
 * Returns a function that copies an error's name, code and message, without the credentials of `url`. Causes
 * and other properties are dropped, since they may contain the URL too.
 */
export function createErrorRedaction(url: string): (error: unknown) => Error {
	const secrets = secretsOf(url);
	return (error) => {
		const { name = 'Error', code, message = String(error) } = error as Partial<NodeJS.ErrnoException>;
		const text = secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '***'), message);
		const redacted = new Error(text || code || name);
		return Object.assign(
			redacted,
			{ name, stack: `${name}: ${redacted.message}` },
			code === undefined ? {} : { code },
		);
	};
}
