import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { rateLimitHeaders, scopes } from '../../src/contract/spec/access.ts';
import { errorCodes } from '../../src/contract/spec/errors.ts';
import { authorizationPaths, type Operation, operations } from '../../src/contract/spec/operations.ts';
import { startTestSandbox } from './start-sandbox.ts';

type OperationObject = {
	parameters: { name: string; in: string }[];
	responses: Record<string, { description: string; headers?: Record<string, unknown> }>;
	security?: object[];
};
type Document = {
	paths: Record<string, Record<string, OperationObject>>;
	components: { schemas: Record<string, object> };
};

async function openApi(): Promise<Document> {
	const { call } = await startTestSandbox();
	return (await call<Document>('GET', '/openapi.json')).body;
}

describe('/openapi.json', () => {
	it('is valid OpenAPI 3.1 according to an independent validator', async () => {
		const document = await openApi();
		const validator = new Validator();
		const result = await validator.validate(document);
		expect(result.errors ?? []).toEqual([]);
		expect(result.valid).toBe(true);
		expect(validator.version).toBe('3.1');
	});

	it('refers only to schemas that it has', async () => {
		const document = await openApi();
		const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
			([, each = '']) => each,
		);
		expect(references).toContain('#/components/schemas/User');
		const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
		expect(references.filter((each) => !names.includes(each))).toEqual([]);
		expect(names.filter((each) => each.includes('__'))).toEqual([]);
	});

	for (const [name, row] of Object.entries(operations) as [string, Operation][]) {
		it(`has ${name} with each parameter, the limit headers and every error code`, async () => {
			const { paths } = await openApi();
			const found = paths[row.path.replace(':id', '{id}')]?.[row.method.toLowerCase()];
			const wanted = [
				...(row.path.includes(':id') ? ['id'] : []),
				...row.parameters.map((each) => each.name),
			];
			expect(found?.parameters.map((each) => each.name)).toEqual(wanted);
			expect(Object.keys(found?.responses ?? {})).toEqual([String(row.success), '400'].toSorted());
			expect(Object.keys(found?.responses[row.success]?.headers ?? {})).toEqual(
				Object.values(rateLimitHeaders),
			);
			for (const { code, name: codeName } of errorCodes)
				expect(found?.responses['400']?.description).toContain(`${code} ${codeName}`);
		});
	}

	it('has both authorization endpoints and every scope', async () => {
		const document = await openApi();
		for (const path of Object.values(authorizationPaths)) expect(document.paths).toHaveProperty([path]);
		for (const scope of scopes) expect(JSON.stringify(document)).toContain(`"${scope}":`);
	});
});

describe('/docs', () => {
	it('shows every operation, parameter, code and header, without scripts', async () => {
		const { call } = await startTestSandbox();
		const { body, headers } = await call<string>('GET', '/docs');
		for (const { path, parameters } of Object.values(operations) as Operation[]) {
			expect(body).toContain(path);
			for (const { name } of parameters) expect(body).toContain(`<code>${name}</code>`);
		}
		for (const { code, name } of errorCodes)
			expect(body).toContain(`<td>${code}</td><td><code>${name}</code>`);
		for (const name of Object.values(rateLimitHeaders)) expect(body).toContain(name);
		expect(body).not.toContain('<script');
		expect(headers.get('content-security-policy')).toContain("default-src 'none'");
	});
});
