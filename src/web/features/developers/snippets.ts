/** A call of the console as text for elsewhere. */
import type { Exchange } from './exchange.ts';

type Call = Pick<Exchange, 'method' | 'path' | 'sender'>;

/** A text within single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The same call for a terminal; the token is a variable there. */
export function asCurl({ method, path, sender }: Call, baseUrl: string): string {
	return [
		`curl -X ${method} ${quoted(baseUrl + path)}`,
		...(sender === 'session' ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
	].join(' \\\n  ');
}

/** The same call as code. */
export function asTypeScript({ method, path, sender }: Call, baseUrl: string): string {
	const headers = sender === 'session' ? "\n  headers: { authorization: 'Bearer ' + accessToken }," : '';
	return `const response = await fetch(${JSON.stringify(baseUrl + path)}, {\n  method: ${JSON.stringify(method)},${headers}\n});\nconst body = await response.json();`;
}
