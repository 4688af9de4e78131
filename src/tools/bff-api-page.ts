/** Generates `docs/contract/bff-api.md` from what the routes of the BFF declare. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { z } from 'zod';
import { startBff } from '../bff/app.ts';
import { problemKinds, problemSchema } from '../contract/bff-api/problem.ts';
import { csrfHeader } from '../contract/bff-api/session-headers.ts';
import { readSettings } from '../servers/settings.ts';

/** The routes of a BFF with the developers' console, except pages and files. */
async function readRoutes(): Promise<RouteOptions[]> {
	const routes: RouteOptions[] = [];
	const watch = (message: unknown) =>
		(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
			if (route.schema?.summary !== undefined && route.method !== 'HEAD') routes.push(route);
		});
	const webDir = await mkdtemp(path.join(tmpdir(), 'daybill-docs-'));
	await copyFile(path.resolve(import.meta.dirname, '../../index.html'), path.join(webDir, 'index.html'));
	subscribe('fastify.initialization', watch);
	const { bff } = readSettings({ LOG_LEVEL: 'silent' });
	const sandbox = { origin: '', checkConformance: async () => ({ counts: {}, results: [] }) };
	const running = await startBff({ ...bff, port: 0, dataDir: ':memory:', webDir, sandbox });
	unsubscribe('fastify.initialization', watch);
	await running.close();
	await rm(webDir, { recursive: true });
	return routes;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;
/** Types that the page defines once, by name. */
type Types = Map<string, JsonSchema>;

function toJson(schema: unknown, io: 'input' | 'output'): JsonSchema {
	const json = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' });
	// The specification's resources have ids, which become their titles.
	const [[title, named] = []] = Object.entries(json.$defs ?? {});
	return title === undefined ? json : { ...named, title };
}

/** Prints a schema as TypeScript, with names in place of the fields of named types. */
function print(schema: JsonSchema, types: Types, indent = '\n'): string {
	if (schema.title === undefined) return printFully(schema, types, indent);
	types.set(schema.title, schema);
	return schema.title;
}

function printFully(schema: JsonSchema, types: Types, indent = '\n'): string {
	const { const: only, enum: words, type, properties, required = [], additionalProperties: others } = schema;
	const nested = (part: unknown) => print(part as JsonSchema, types, indent);
	if (typeof schema.contentMediaType === 'string') return schema.contentMediaType;
	if (only !== undefined) return JSON.stringify(only);
	if (words !== undefined) return words.map((word) => JSON.stringify(word)).join(' | ');
	const variants = schema.anyOf ?? schema.oneOf;
	if (variants !== undefined) return variants.map(nested).join(' | ');
	if (type === 'array') return `Array<${nested(schema.items)}>`;
	if (properties === undefined && typeof others === 'object') return `Record<string, ${nested(others)}>`;
	if (properties === undefined) return [type ?? 'unknown'].flat().join(' | ');
	const fields = Object.entries(properties as Record<string, JsonSchema>).map(([key, field]) => {
		const { description = '', default: value } = field;
		const isDefault = value === undefined ? '' : `default: ${JSON.stringify(value)}`;
		const comment = [description, isDefault].filter((part) => part !== '').join('; ');
		const name = required.includes(key) ? key : `${key}?`;
		const typed = `${indent}\t${name}: ${print(field, types, `${indent}\t`)}`;
		return comment === '' ? typed : `${indent}\t/** ${comment} */${typed}`;
	});
	return `{${fields.join('')}${indent}}`;
}

const codeBlock = (code: string) => ['```ts', code, '```'].join('\n');

function sectionOf({ method, url, schema = {} }: RouteOptions, types: Types): string {
	const { summary = '', params, querystring, body, response = {}, problems = [] } = schema;
	const inputs = Object.entries({ path: params, query: querystring, body })
		.filter(([, part]) => part !== undefined)
		.map(([label, part]) => `${label}: ${print(toJson(part, 'input'), types)}`)
		.filter((line) => !line.includes('{\n}'));
	const outputs = Object.entries(response as object).map(
		([status, part]) =>
			`${status}: ${part instanceof z.ZodUndefined ? 'no body' : print(toJson(part, 'output'), types)}`,
	);
	return [
		`## ${[method].flat().join(', ')} ${url}`,
		`${summary.replace(/\.$/, '')}.`,
		codeBlock([...inputs, ...outputs].join('\n')),
		`[Problems](#problems): ${['any', ...problems].join(', ')}`,
	].join('\n\n');
}

export async function bffApiPage(): Promise<string> {
	const types: Types = new Map();
	const routes = (await readRoutes()).toSorted((a, b) => (a.url < b.url ? -1 : Number(a.url > b.url)));
	const sections = routes.map((route) => sectionOf(route, types));
	const problem = print(toJson(problemSchema, 'output'), types);
	const definitions: string[] = [];
	// Printing a type adds those that it contains.
	for (const [name, schema] of types) {
		const definition = schema.$comment ?? printFully(schema, types);
		definitions.push(`${name}: ${definition}`);
	}
	const problems = Object.entries(problemKinds).map(
		([reason, [status, title, source = '']]) => `| ${reason} | ${status} | ${title} | ${source} |`,
	);
	return [
		"# The BFF's API",
		'What the app and its server exchange, and what else the server sends besides pages. Generated by `npm run docs` from what the routes declare. `default` is any other status: an error of the service.',
		`Under /api, /auth, /developers, /front, /search and /web-vitals, a request needs the header \`${csrfHeader}: 1\`.`,
		...sections,
		'## Problems',
		`Sent as \`application/problem+json\`, a ${problem}. Each route above names its reasons, or sources, which stand for several reasons.`,
		['| reason | status | title | source |', '|---|---|---|---|', ...problems].join('\n'),
		'## Types',
		codeBlock(definitions.toSorted().join('\n')),
		'',
	].join('\n\n');
}
