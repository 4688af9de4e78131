/** A request whose target and headers are sent byte for byte; `fetch` would correct the target and set its own Host. */
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { csrfHeader } from '../../src/contract/bff-api/session.ts';

interface RawResponse {
	status: number;
	headers: IncomingHttpHeaders;
	body: string;
}

/** @param headers in addition to the CSRF header */
export function rawRequest(
	port: number,
	path: string,
	headers: Record<string, string> = {},
	method = 'GET',
): Promise<RawResponse> {
	return new Promise((resolve, reject) => {
		const sent = { port, path, method, host: '127.0.0.1', headers: { [csrfHeader]: '1', ...headers } };
		request(sent, (response) => {
			const { statusCode = 0, headers: received } = response;
			text(response).then((body) => resolve({ status: statusCode, headers: received, body }), reject);
		})
			.on('error', reject)
			.end();
	});
}
