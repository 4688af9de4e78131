/** The transport of the command: sees header names as the service spells them, which `fetch` does not show. */
import { request } from 'undici';
import type { Transport } from './call.ts';

export const rawTransport: Transport = async ({ method, url, headers, body, signal }) => {
	const answer = await request(url, {
		method: method as 'GET',
		headers: {
			...headers,
			...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
		},
		body: body === undefined ? null : body.toString(),
		signal,
		responseHeaders: 'raw',
	});
	// Typed as a record, `raw` makes it the flat list of names and values that came.
	const flat = [...(answer.headers as unknown as Iterable<string | Buffer>)].map(String);
	return {
		status: answer.statusCode,
		headers: flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : [])),
		text: await answer.body.text(),
	};
};
