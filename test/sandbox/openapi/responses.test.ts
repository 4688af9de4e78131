import { expect, it } from 'vitest';
import { startTestSandbox } from '../start-sandbox.ts';
import { type DocumentedOperation, type OpenApiDocument, openJudge, operationsOf } from './document.ts';

/** An id from the seeded data, for the path of an operation. */
const idFor = (path: string, event: string) => {
	if (path.includes('user_')) return '1001';
	return path.startsWith('/v2/loc') ? '108288' : event;
};

it('every operation of the data API responds as documented in /openapi.json, to a valid and to an unknown token', async () => {
	const { origin, call, issue, someEvent } = await startTestSandbox();
	const document = (await call<OpenApiDocument>('GET', '/openapi.json')).body;
	const judge = openJudge(document);
	const [{ access_token: token }, { id: event }] = [await issue(), await someEvent()];
	const send = async ({ method, path }: DocumentedOperation, bearer: string) => {
		const response = await fetch(`${origin}${path.replace('{id}', idFor(path, event))}`, {
			method,
			headers: { authorization: `Bearer ${bearer}` },
		});
		return { status: response.status, headers: response.headers, text: await response.text() };
	};
	const operations = operationsOf(document).filter(({ path }) => path.startsWith('/v2/'));
	expect(operations.length).toBeGreaterThan(10);
	for (const operation of operations) {
		const { operationId } = operation;
		const [success, failure] = [await send(operation, token), await send(operation, 'unknown')];
		expect([operationId, success.status === 400, failure.status]).toEqual([operationId, false, 400]);
		expect([operationId, judge(operation, success), judge(operation, failure)]).toEqual([
			operationId,
			[],
			[],
		]);
	}
});
