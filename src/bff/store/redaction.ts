/** User name and password, as written and decoded, even if the URL can't be parsed. */
function credentialsOf(url: string): string[] {
	const [, userInfo = ''] = /^(?:[^:/]*:\/\/)?(.*)@/s.exec(url) ?? [];
	const [name = '', ...rest] = userInfo.split(':');
	const written = [userInfo, rest.join(':'), ...(rest.length === 0 ? [name] : [])];
	const decoded = written.flatMap((text) => {
		try {
			return decodeURIComponent(text);
		} catch (error) {
			// Not percent-encoded.
			if (!(error instanceof URIError)) throw error;
			return [];
		}
	});
	return [url, ...written, ...decoded].filter((text) => text !== '' && text !== ':');
}

/**
 * Returns a function that copies an error's name, code and message, without the credentials of `url`. Causes
 * and other properties are dropped, since they may contain the URL too.
 */
export function createErrorRedaction(url: string): (error: unknown) => Error {
	// Longest first, so that no part of a longer secret remains.
	const secrets = credentialsOf(url).sort((a, b) => b.length - a.length);
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
