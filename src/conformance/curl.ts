/** Requests as curl commands for the report, with shell variables in place of secrets. */

/** Names of shell variables by secret. */
export type Secrets = ReadonlyMap<string, string>;

/** A text of the command, or the name of a shell variable. */
type Part = string | { readonly variable: string };

/** One argument for a POSIX shell. */
function quote(parts: readonly Part[]): string {
	const literal = parts.filter((part) => typeof part === 'string');
	if (literal.length === parts.length) return `'${literal.join('').replaceAll("'", `'\\''`)}'`;
	const inner = parts.map((part) =>
		typeof part === 'string' ? part.replace(/[\\"$`]/g, '\\$&') : `$${part.variable}`,
	);
	return `"${inner.join('')}"`;
}

/** `name=value` pairs of a query or a form. */
function pairsOf(query: string, secrets: Secrets): Part[] {
	const parts: Part[] = [];
	for (const [index, pair] of query.split('&').entries()) {
		const [name = '', value = ''] = pair.split(/=(.*)/s);
		const variable = secrets.get(new URLSearchParams(`v=${value}`).get('v') ?? '');
		if (index > 0) parts.push('&');
		if (variable === undefined) parts.push(pair);
		else parts.push(`${name}=`, { variable });
	}
	return parts;
}

/** The value of a header; a bearer token that is a secret becomes a variable. */
function headerParts(name: string, value: string, secrets: Secrets): Part[] {
	const variable = secrets.get(value.replace(/^Bearer /, ''));
	return variable === undefined ? [`${name}: ${value}`] : [`${name}: Bearer `, { variable }];
}

/** @returns for example `curl -i -H "authorization: Bearer $TOKEN" 'https://api.example/v2/loc/list'` */
export function curlCommand(
	{
		method,
		url,
		headers,
		body,
	}: {
		readonly method: string;
		readonly url: string;
		readonly headers: Readonly<Record<string, string>>;
		readonly body: URLSearchParams | undefined;
	},
	secrets: Secrets,
): string {
	const [path = '', query] = url.split(/\?(.*)/s);
	return [
		'curl -i',
		...(method === 'GET' ? [] : [`-X ${method}`]),
		...Object.entries(headers).map(([name, value]) => `-H ${quote(headerParts(name, value, secrets))}`),
		...(body === undefined ? [] : [`-d ${quote(pairsOf(body.toString(), secrets))}`]),
		quote(query === undefined ? [path] : [`${path}?`, ...pairsOf(query, secrets)]),
	].join(' ');
}
