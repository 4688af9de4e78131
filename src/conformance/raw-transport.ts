/** The transport of the command: shows header names as the service spells them, which `fetch` does not. */
import { request } from 'undici';
import { readBody, type Transport } from './call.ts';

export const rawTransport: Transport = async ({ method, url, headers, body, signal }) => {
	const response = await request(url, {
		method: method as 'GET',
		headers: {
			...headers,
			...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
		},
		body: body === undefined ? null : body.toString(),
		signal,
		responseHeaders: 'raw',
	});
	// With `raw` this is a flat list of names and values, although it is typed as a record.
	const flat = [...(response.headers as unknown as Iterable<string | Buffer>)].map(String);
	return {
		status: response.statusCode,
		headers: flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : [])),
		text: await readBody(response.body),
	};
};
