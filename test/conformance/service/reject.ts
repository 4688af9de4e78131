/** Error responses as specified: HTTP 400 and the error body (Spec §2.6, §7). */
import { type ErrorCode, errorName } from '../../../src/contract/spec/errors.ts';
import { copyOf, json, type Next, type ServiceRequest, type ServiceResponse, withBody } from './messages.ts';

/** @param detail follows a colon. The proxy, which knows the requested path, fills in `request`. */
export const reject = (code: ErrorCode, detail?: string): ServiceResponse =>
	json(400, {
		code,
		msg: detail === undefined ? errorName(code) : `${errorName(code)}: ${detail}`,
		request: '',
	});

/** Replaces a response with an error, but keeps its other headers, such as the rate limits (Spec §8). */
export const rejectInstead = (response: ServiceResponse, code: ErrorCode, detail?: string): ServiceResponse =>
	withBody(response, 400, reject(code, detail).body);

/** Rejects a call without forwarding it; a harmless call to the sandbox provides the headers. */
export async function rejectCall(
	request: ServiceRequest,
	next: Next,
	code: ErrorCode,
	detail?: string,
): Promise<ServiceResponse> {
	const harmless = copyOf(request, {
		method: 'GET',
		path: ['v2', 'loc', 'list'],
		query: new URLSearchParams({ count: '1' }),
	});
	return rejectInstead(await next(harmless), code, detail);
}
