/** Requests as curl commands for the report, with shell variables in place of secrets. */

/** Names of shell variables by secret. */
export type Secrets = ReadonlyMap<string, string>;

export interface CurlRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** A form; undefined for no body. */
	readonly body: URLSearchParams | undefined;
}

/** A variable inside a text that is not quoted yet. No URL, form or header contains the character around it. */
const marked = (variable: string) => `\0${variable}\0`;

/** One argument for a POSIX shell. */
const quote = (text: string): string =>
	text.includes('\0')
		? `"${text.replace(/[\\"$`]/g, '\\$&').replace(/\0(\w+)\0/g, '$$$1')}"`
		: `'${text.replaceAll("'", `'\\''`)}'`;

/** A query or a form, with variables in place of values that are secrets. */
const hideValues = (query: string, secrets: Secrets): string =>
	query
		.split('&')
		.map((pair) => {
			const [[name = '', value = ''] = []] = new URLSearchParams(pair);
			const variable = secrets.get(value);
			return variable === undefined ? pair : `${name}=${marked(variable)}`;
		})
		.join('&');

/** @returns for example `curl -i -H "authorization: Bearer $TOKEN" 'https://api.example/v2/loc/list'` */
export function curlCommand({ method, url, headers, body }: CurlRequest, secrets: Secrets): string {
	const headerOf = ([name, value]: [string, string]): string => {
		const variable = secrets.get(value.replace(/^Bearer /, ''));
		return `${name}: ${variable === undefined ? value : `Bearer ${marked(variable)}`}`;
	};
	const [path = '', query] = url.split(/\?(.*)/s);
	return [
		'curl -i',
		...(method === 'GET' ? [] : [`-X ${method}`]),
		...Object.entries(headers).map((header) => `-H ${quote(headerOf(header))}`),
		...(body === undefined ? [] : [`-d ${quote(hideValues(body.toString(), secrets))}`]),
		quote(query === undefined ? path : `${path}?${hideValues(query, secrets)}`),
	].join(' ');
}
