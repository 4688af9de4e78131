/** Requests to Daybill, which distinguish a response from a clear statement that something is not available. */

import { apiPath, type ValueOf } from '../../../src/contract/bff-api/api.ts';
import type { Problem } from '../../../src/contract/bff-api/problem.ts';
import type { CallParameters } from '../../../src/contract/spec/call.ts';
import { type OperationName, operations } from '../../../src/contract/spec/operations.ts';
import type { ErrorBody } from '../../../src/contract/spec/resources.ts';
import type { Browser } from '../../bff/browser.ts';
import { expect, Failure, Said, short } from '../outcome.ts';

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

const plainText = (html: string) => html.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, ' ');

/** Codes with which a service says that a read needs a token, or another user's token. */
const closedCodes = [102, 108, 109, 1000];

/** What a user can do about it. */
const wayOut = /sign(ed)? in/i;

/**
 * @throws Said for a rejection that says why and what to do, and for the service's own code when a read is closed
 * @throws Failure for any other unsuccessful response
 */
function judge(request: string, status: number, text: string): void {
	if (status >= 200 && status < 300) return;
	const body = (parse(text) ?? {}) as Partial<Problem & ErrorBody>;
	if (body.code !== undefined && body.reason === undefined && closedCodes.includes(body.code))
		throw new Said(`${body.code} ${body.msg}`);
	// A problem as JSON, or a page that shows it: never a bare 404, nor a false error of the service.
	const sentence = body.detail ?? (text.startsWith('<!doctype html>') ? plainText(text) : '');
	if (status < 500 && status !== 404 && wayOut.test(sentence)) throw new Said(short(sentence));
	throw new Failure(`${request} responds with ${status}: ${short(text)}`);
}

/** A GET request to Daybill, as text. @throws Said, Failure */
export async function get(
	browser: Browser,
	path: string,
): Promise<{ text: string; type: string; status: number }> {
	const response = await browser.get(path);
	const text = await response.text();
	judge(`GET ${short(path)}`, response.status, text);
	return { text, type: response.headers.get('content-type') ?? '', status: response.status };
}

/** A GET request for JSON. @throws Said, Failure */
export async function getJson(browser: Browser, path: string): Promise<unknown> {
	const { text } = await get(browser, path);
	const json = parse(text);
	expect(json !== undefined, `GET ${short(path)} responds with something that is not JSON: ${short(text)}`);
	return json;
}

/** A read of the specification through Daybill. @throws Said, Failure */
export const read = async <Name extends OperationName>(
	browser: Browser,
	operation: Name,
	parameters: CallParameters<Name>,
): Promise<ValueOf<Name>> => (await getJson(browser, apiPath({ operation, parameters }))) as ValueOf<Name>;

/** Sends a write of the specification to Daybill. */
export function sendWrite<Name extends OperationName>(
	browser: Browser,
	operation: Name,
	{ id, ...body }: CallParameters<Name>,
): Promise<Response> {
	const path = apiPath({ operation, parameters: { id } as CallParameters<Name> });
	return browser.fetch(path, {
		method: operations[operation].method,
		...(Object.keys(body).length > 0 ? { body } : {}),
	});
}

/** A write of the specification through Daybill; its response is 202. @throws Said, Failure */
export async function write<Name extends OperationName>(
	browser: Browser,
	operation: Name,
	parameters: CallParameters<Name>,
): Promise<void> {
	const response = await sendWrite(browser, operation, parameters);
	const text = await response.text();
	expect(
		response.status === 202,
		`${operation} of ${short(parameters.id ?? '')} responds with ${response.status}: ${short(text)}`,
	);
}

/** A POST request with JSON to Daybill's own endpoints. @throws Failure */
export async function post(browser: Browser, path: string, body?: unknown): Promise<unknown> {
	const response = await browser.post(path, body);
	const text = await response.text();
	expect(response.ok, `POST ${path} responds with ${response.status}: ${short(text)}`);
	return text === '' ? undefined : parse(text);
}
