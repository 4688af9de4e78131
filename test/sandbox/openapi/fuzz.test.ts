/**
 * Requests that are generated from the sandbox's own OpenAPI document, as Schemathesis does it: whatever is sent, the
 * response is one that the document has. The seed is fixed, so a run that passed passes again.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/contract/spec/errors.ts';
import type { ErrorBody } from '../../../src/contract/spec/resources.ts';
import { demo, redirectUri, shareTestSandbox } from '../start-sandbox.ts';
import {
	type DocumentedOperation,
	type OpenApiDocument,
	openJudge,
	operationsOf,
	type ReceivedResponse,
} from './document.ts';
import {
	allowedRequest,
	anyRequest,
	forbidden,
	type GeneratedRequest,
	type KnownTexts,
	takesAnyText,
} from './requests.ts';

const seed = 20_261_121;

const sandbox = shareTestSandbox();
let operations: DocumentedOperation[] = [];
let judge: ReturnType<typeof openJudge>;
const tokens: Record<string, string> = { unknown: 'no-such-token', odd: 'a b\tc' };
let known: KnownTexts;

beforeAll(async () => {
	const { call, control, issue, someEvent } = sandbox();
	// The highest limits: the requests of this file are within them.
	await control('PATCH', `/apps/${demo.client_id}`, { level: 'L3' });
	const document = (await call<OpenApiDocument>('GET', '/openapi.json')).body;
	operations = operationsOf(document);
	judge = openJudge(document);
	const both = await issue();
	tokens.both = both.access_token;
	tokens.reading = (await issue('1002', 'event_basic_r')).access_token;
	const { id } = await someEvent();
	known = {
		idFor: (path) => (path.includes('user_') ? '1001' : path.startsWith('/v2/loc') ? '108288' : id),
		texts: [
			...[id, '108288', 'beijing', '1001', '999999999999'],
			...[demo.client_id, demo.client_secret, redirectUri, 'code', 'event_basic_r', both.refresh_token],
		],
		tokens: ['both', 'reading', 'unknown', 'odd'],
	};
});

const send = async (
	method: string,
	{ path, query, form, token }: GeneratedRequest,
): Promise<ReceivedResponse> => {
	const parameters = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
	const body = new URLSearchParams(form.map(([name, value]): [string, string] => [name, value]));
	const response = await fetch(`${sandbox().origin}${path}?${parameters}`, {
		method,
		redirect: 'manual',
		headers: token === null ? {} : { authorization: `Bearer ${tokens[token]}` },
		...(method === 'POST' && body.size > 0 ? { body } : {}),
	});
	return { status: response.status, headers: response.headers, text: await response.text() };
};

/** What is wrong with an error body beyond its schema. An error without a detail is a defect of the sandbox. */
function problemsOfError(method: string, path: string, text: string): string[] {
	const { code, msg, request } = JSON.parse(text) as ErrorBody;
	const name = errorCodes.find((each) => each.code === code)?.name;
	return [
		...(name !== undefined && msg.startsWith(name) ? [] : [`code ${code} with msg ${msg}`]),
		...(code === 999 && msg === 'unknown' ? ['an error that the sandbox does not know'] : []),
		...(request === `${method} ${path}` ? [] : [`request ${request}, not ${method} ${path}`]),
	];
}

const problemsOf = (operation: DocumentedOperation, path: string, response: ReceivedResponse): string[] => {
	const problems = judge(operation, response);
	return problems.length > 0 || response.status !== 400
		? problems
		: problemsOfError(operation.method, path, response.text);
};

/** Where the authorization endpoint may send a browser. */
const leadsToRegistered = ({ status, headers }: ReceivedResponse): boolean =>
	status !== 302 || headers.get('location')?.startsWith(redirectUri) === true;

describe('requests made from the OpenAPI document', () => {
	it('get only responses of the document, whatever they hold', async () => {
		const seen = new Set<string>();
		for (const operation of operations)
			await fc.assert(
				fc.asyncProperty(anyRequest(operation, known), async (request) => {
					const response = await send(operation.method, request);
					expect(problemsOf(operation, request.path, response)).toEqual([]);
					expect(leadsToRegistered(response)).toBe(true);
					seen.add(`${operation.operationId} ${response.status}`);
				}),
				{ seed, numRuns: 20 },
			);
		const failures = operations.map(({ operationId }) => `${operationId} 400`);
		expect(failures.filter((each) => !seen.has(each))).toEqual([]);
		const isData = ({ path }: DocumentedOperation) => path.startsWith('/v2/');
		const successes = operations.filter(isData).map(({ operationId, responses }) => {
			const status = Object.keys(responses).find((each) => each !== '400');
			return `${operationId} ${status}`;
		});
		expect(successes.filter((each) => !seen.has(each))).toEqual([]);
	});

	it('are not malformed (113) with values that the document allows', async () => {
		for (const operation of operations.filter(({ path }) => path.startsWith('/v2/')))
			await fc.assert(
				fc.asyncProperty(allowedRequest(operation, known), async (request) => {
					const response = await send(operation.method, request);
					expect(problemsOf(operation, request.path, response)).toEqual([]);
					expect(response.status === 400 ? (JSON.parse(response.text) as ErrorBody).code : 0).not.toBe(113);
				}),
				{ seed, numRuns: 10 },
			);
	});

	it('fail with 113 and the name of a parameter whose value the document does not allow', async () => {
		for (const operation of operations.filter(({ path }) => path.startsWith('/v2/')))
			for (const parameter of operation.parameters ?? []) {
				if (parameter.in === 'path' || takesAnyText(parameter)) continue;
				const path = operation.path.replace('{id}', known.idFor(operation.path));
				await fc.assert(
					fc.asyncProperty(forbidden(parameter), async (value) => {
						const request = { path, query: [[parameter.name, value] as const], form: [], token: 'both' };
						const { status, text } = await send(operation.method, request);
						expect([status, JSON.parse(text)]).toMatchObject([
							400,
							{ code: 113, msg: expect.stringMatching(new RegExp(`: ${parameter.name}\\b`)) },
						]);
					}),
					{ seed, numRuns: 5 },
				);
			}
	});

	it('fail with 101 by a method that the document does not have', async () => {
		for (const path of new Set(operations.map((each) => each.path))) {
			const documented = operations.filter((each) => each.path === path).map(({ method }) => method);
			for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
				if (documented.includes(method)) continue;
				const request = { path: path.replace('{id}', known.idFor(path)), query: [], form: [], token: 'both' };
				const { status, text } = await send(method, request);
				expect([path, method, status, JSON.parse(text)]).toMatchObject([path, method, 400, { code: 101 }]);
			}
		}
	});
});
