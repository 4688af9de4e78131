import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/spec/errors.ts';
import { operations } from '../../src/contract/spec/operations.ts';
import { startTestSandbox } from './start-sandbox.ts';

it('/openapi.json is valid OpenAPI 3.1 according to an independent validator, and refers only to schemas that it contains', async () => {
	const { call } = await startTestSandbox();
	const { body: document } = await call<{ components: { schemas: object } }>('GET', '/openapi.json');
	const validator = new Validator();
	expect(await validator.validate(document)).toMatchObject({ valid: true });
	expect(validator.version).toBe('3.1');
	const found = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, each = '']) => each);
	const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
	expect(found).toContain('#/components/schemas/User');
	expect(found.filter((each) => !names.includes(each))).toEqual([]);
});

it('/docs shows every operation, code and gap, without scripts', async () => {
	const { call } = await startTestSandbox();
	const { body, headers } = await call<string>('GET', '/docs');
	for (const { path } of Object.values(operations)) expect(body).toContain(path);
	for (const { code, name } of errorCodes) expect(body).toContain(`<td>${code}</td><td><code>${name}</code>`);
	expect(body).toContain('<td>unit of expires_in</td><td>seconds</td>');
	expect(body).not.toContain('<script');
	expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});
