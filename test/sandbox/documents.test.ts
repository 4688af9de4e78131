/** The documents that the sandbox generates, according to independent implementations of OpenAPI and JSON Schema. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/spec/errors.ts';
import { type Operation, operations } from '../../src/contract/spec/operations.ts';
import { startTestSandbox } from './start-sandbox.ts';

type Responses = Record<string, { headers?: object; content?: object }>;
type OpenApiDocument = {
	components: { schemas: object };
	paths: Record<string, Record<string, { responses: Responses }>>;
};

/** An id from the seeded data, for the path of an operation. */
const idFor = (path: string, event: string) => {
	if (path.includes('user_')) return '1001';
	return path.startsWith('/v2/loc') ? '108288' : event;
};

it('/openapi.json is valid OpenAPI 3.1, and every operation responds as it says, to a valid and to an unknown token', async () => {
	const { call, issue, someEvent } = await startTestSandbox();
	const { body: document } = await call<OpenApiDocument>('GET', '/openapi.json');
	const validator = new Validator();
	expect(await validator.validate(document)).toMatchObject({ valid: true });
	expect(validator.version).toBe('3.1');
	const found = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, each = '']) => each);
	const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
	expect(found).toContain('#/components/schemas/User');
	expect(found.filter((each) => !names.includes(each))).toEqual([]);

	const [{ access_token: token }, { id: event }] = [await issue(), await someEvent()];
	const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
	ajv.addSchema(document, 'openapi.json', undefined, false);
	/** Errors of a value against the schema at this place in the document. */
	const rejected = (value: unknown, ...place: string[]) => {
		const pointer = place.map((each) => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1')));
		const validate = ajv.compile({ $ref: `openapi.json#/${pointer.join('/')}` });
		return validate(value) ? [] : [place, validate.errors];
	};
	for (const { path: pattern, method } of Object.values<Operation>(operations))
		for (const bearer of [token, 'unknown']) {
			const url = pattern.replace(':id', idFor(pattern, event));
			const { status, headers, body } = await call<unknown>(method, url, { token: bearer });
			expect([method, url, status === 400]).toEqual([method, url, bearer === 'unknown']);
			const path = pattern.replace(':id', '{id}');
			const place = ['paths', path, method.toLowerCase(), 'responses', String(status)];
			const documented = document.paths[path]?.[method.toLowerCase()]?.responses[status];
			const { content = {}, headers: counters = {} } = documented ?? {};
			const problems = Object.keys(counters).flatMap((name) => {
				const value = headers.get(name);
				return value === null ? [] : rejected(Number(value), ...place, 'headers', name, 'schema');
			});
			const type = headers.get('content-type')?.split(';')[0] ?? 'none';
			expect(Object.keys(content)).toEqual([type]);
			problems.push(...rejected(body, ...place, 'content', type, 'schema'));
			expect(problems).toEqual([]);
		}
});

it('/docs shows the specification and the gap register, without scripts', async () => {
	const { call } = await startTestSandbox();
	const { body, headers } = await call<string>('GET', '/docs');
	for (const { path } of Object.values(operations)) expect(body).toContain(path.replace('/v2', ''));
	for (const { code, name } of errorCodes) expect(body).toContain(`${code} <code>${name}</code>`);
	expect(body).toContain('<td>unit of expires_in</td>\n<td>seconds</td>');
	expect(body).toContain('<a href="#gaps">');
	expect(body).not.toContain('<script');
	expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});
