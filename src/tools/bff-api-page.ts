/** Generates `docs/contract/bff-api.md` from what the routes of the BFF declare. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { z } from 'zod';
import { startBff } from '../bff/app.ts';
import { problemKinds } from '../bff/problems/problem.ts';
import { readSettings } from '../cli/settings.ts';
import { problemSchema } from '../contract/bff-api/problem.ts';
import { csrfHeader } from '../contract/bff-api/session.ts';

/** All that a BFF with the developers' console has, except pages and files. */
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
/** Types with a section of their own, by name. */
type Types = Map<string, JsonSchema>;

function toJson(schema: unknown, io: 'input' | 'output'): JsonSchema {
	const json = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' });
	// The resources of the specification have ids.
	const [[id, named] = []] = Object.entries(json.$defs ?? {});
	return named === undefined ? json : { ...named, title: id ?? '' };
}
const variantsOf = ({ anyOf, oneOf }: JsonSchema) => (anyOf ?? oneOf) as JsonSchema[] | undefined;

function typeOf(schema: JsonSchema, types: Types): string {
	const { title: name } = schema;
	if (name !== undefined) {
		types.set(name, schema);
		return `[${name}](#${name.toLowerCase()})`;
	}
	const { const: only, enum: words, type, items, additionalProperties } = schema;
	if (only !== undefined) return `\`${JSON.stringify(only)}\``;
	if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ');
	const variants = variantsOf(schema);
	if (variants !== undefined) return variants.map((each) => typeOf(each, types)).join(' or ');
	if (type === 'array') return `list of ${typeOf(items as JsonSchema, types)}`;
	if (typeof additionalProperties === 'object' && schema.properties === undefined)
		return `map to ${typeOf(additionalProperties, types)}`;
	return [type ?? 'any'].flat().join(' or ');
}

/** One row per field, and per field of unnamed objects in it. */
function rowsOf(schema: JsonSchema, types: Types, prefix = ''): string[] {
	const { properties = {}, required = [] } = schema;
	const ofFields = Object.entries(properties as Record<string, JsonSchema>).flatMap(([key, field]) => {
		const isOptional = !required.includes(key);
		const { description = '', default: value } = field;
		const more = value === undefined ? [] : [`default \`${JSON.stringify(value)}\``];
		const text = [...(description === '' ? [] : [description]), ...more]
			.join('; ')
			.replaceAll(/[|<]/g, '\\$&');
		const row = `| \`${prefix}${key}\`${isOptional ? ' (optional)' : ''} | ${typeOf(field, types)} | ${text} |`;
		return [row, ...rowsWithin(field, types, `${prefix}${key}`)];
	});
	const ofVariants = (variantsOf(schema) ?? []).flatMap((each, index) => [
		...(index === 0 || each.properties === undefined ? [] : ['| or | | |']),
		...rowsOf(each, types, prefix),
	]);
	return [...ofFields, ...ofVariants];
}

function rowsWithin(field: JsonSchema, types: Types, prefix: string): string[] {
	if (field.title !== undefined) return [];
	if (field.items !== undefined) return rowsWithin(field.items as JsonSchema, types, `${prefix}[]`);
	const variants = variantsOf(field);
	if (variants !== undefined) return variants.flatMap((each) => rowsWithin(each, types, prefix));
	return rowsOf(field, types, `${prefix}.`);
}

function tableOf(heading: string, schema: JsonSchema, types: Types): string[] {
	const rows = rowsOf(schema, types);
	return rows.length === 0 ? [] : ['', `| ${heading} | | |`, '|---|---|---|', ...rows];
}

function outputOf(status: string, schema: unknown, types: Types): string[] {
	const json = toJson(schema, 'output');
	const label = status === 'default' ? 'otherwise' : status;
	if (json.title !== undefined) return ['', `${label}: ${typeOf(json, types)}`];
	const rows = tableOf(label, json, types);
	const text = schema instanceof z.ZodUndefined ? 'no body' : (json.description ?? '');
	return rows.length > 0 ? rows : ['', `${label}: ${text}`];
}

function sectionOf({ method, url, schema = {} }: RouteOptions, types: Types): string {
	const { summary = '', response = {}, problems = [] } = schema;
	const inputs = (['params', 'querystring', 'body'] as const).flatMap((part) => {
		const declared = (schema as FastifySchema)[part];
		const heading = { params: 'path', querystring: 'query', body: 'body' }[part];
		return declared === undefined ? [] : tableOf(heading, toJson(declared, 'input'), types);
	});
	const outputs = Object.entries(response as object).flatMap(([status, each]) =>
		outputOf(status, each, types),
	);
	const named = problems.map((each) =>
		each in problemKinds ? `\`${each}\`` : `[those of the ${each}](#problems)`,
	);
	return [
		`## ${[method].flat().join(', ')} ${url}`,
		'',
		`${summary.replace(/\.$/, '')}.`,
		...inputs,
		...outputs,
		...(named.length === 0 ? [] : ['', `Problems: ${named.join(', ')}`]),
	].join('\n');
}

export async function bffApiPage(): Promise<string> {
	const types: Types = new Map();
	const routes = (await readRoutes()).toSorted((a, b) => (a.url < b.url ? -1 : Number(a.url > b.url)));
	const sections = routes.map((route) => sectionOf(route, types));
	const problem = typeOf(toJson(problemSchema, 'output'), types);
	const described: string[] = [];
	// Describing a type adds those that it contains.
	for (const [name, schema] of types) {
		const { $comment } = schema;
		const lines = $comment === undefined ? tableOf('field', schema, types) : ['', `${$comment}.`];
		described.push([`### ${name}`, ...lines].join('\n'));
	}
	const problems = Object.entries(problemKinds).map(
		([reason, [status, title, from = '']]) => `| \`${reason}\` | ${status} | ${title} | ${from} |`,
	);
	return [
		"# The BFF's API",
		'What the app and its server exchange, and what else the server sends besides pages. Generated by `npm run docs` from what the routes declare.',
		`Under /api, /auth, /developers, /front, /search and /web-vitals, a request needs the header \`${csrfHeader}: 1\`.`,
		...sections,
		'## Problems',
		`Sent as \`application/problem+json\`: ${problem}. Any route may send those whose source is \`any\`.`,
		['| reason | status | title | source |', '|---|---|---|---|', ...problems].join('\n'),
		'## Types',
		...described.toSorted(),
		'',
	].join('\n\n');
}
