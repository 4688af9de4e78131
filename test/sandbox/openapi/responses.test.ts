import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { startTestSandbox } from '../start-sandbox.ts';

interface Documented {
	readonly headers?: Readonly<Record<string, unknown>>;
	readonly content?: Readonly<Record<string, unknown>>;
}

interface OpenApiDocument {
	paths: Record<string, Record<string, { responses: Record<string, Documented> }>>;
}

/** An id from the seeded data, for the path of an operation. */
const idFor = (path: string, event: string) => {
	if (path.includes('user_')) return '1001';
	return path.startsWith('/v2/loc') ? '108288' : event;
};

it('every operation of the data API responds as documented in /openapi.json, to a valid and to an unknown token', async () => {
	const { origin, call, issue, someEvent } = await startTestSandbox();
	const document = (await call<OpenApiDocument>('GET', '/openapi.json')).body;
	const [{ access_token: token }, { id: event }] = [await issue(), await someEvent()];
	// An independent implementation of JSON Schema.
	const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
	ajv.addSchema(document, 'openapi.json', undefined, false);
	/** Errors of a value against the schema at this place in the document. */
	const rejected = (value: unknown, ...place: string[]) => {
		const pointer = place.map((each) => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1')));
		const validate = ajv.compile({ $ref: `openapi.json#/${pointer.join('/')}` });
		return validate(value) ? [] : [place, validate.errors];
	};
	const operations = Object.entries(document.paths)
		.filter(([path]) => path.startsWith('/v2/'))
		.flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, { responses }]) => ({ path, method, responses })),
		);
	expect(operations.length).toBeGreaterThan(10);
	for (const { path, method, responses } of operations)
		for (const bearer of [token, 'unknown']) {
			const response = await fetch(`${origin}${path.replace('{id}', idFor(path, event))}`, {
				method: method.toUpperCase(),
				headers: { authorization: `Bearer ${bearer}` },
			});
			const { status, headers } = response;
			expect([method, path, status === 400]).toEqual([method, path, bearer === 'unknown']);
			const { content = {}, headers: counters = {} } = responses[status] ?? {};
			const place = ['paths', path, method, 'responses', String(status)];
			const problems = Object.keys(counters).flatMap((name) => {
				const value = headers.get(name);
				return value === null ? [] : rejected(Number(value), ...place, 'headers', name, 'schema');
			});
			const type = headers.get('content-type')?.split(';')[0] ?? 'none';
			if (Object.keys(content).length > 0) expect(Object.keys(content)).toContain(type);
			if (type === 'application/json')
				problems.push(...rejected(await response.json(), ...place, 'content', type, 'schema'));
			expect(problems).toEqual([]);
		}
});
