/**
 * The service's documentation, generated from the contract and the gap register: `/docs` for people, `/openapi.json` for
 * tools.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { errorCodes } from '../../contract/spec/errors.ts';
import { levels, rateLimitHeaders } from '../../contract/spec/levels.ts';
import { openApiDocument } from '../../contract/spec/openapi.ts';
import { operationTexts, parameterTexts } from '../../contract/spec/operation-texts.ts';
import {
	authorizationPaths,
	type Operation,
	type OperationName,
	operations,
	type Parameter,
} from '../../contract/spec/operations.ts';
import { htmlPage, sendPage, escapeHtml as text } from './html.ts';

const table = (label: string, head: readonly string[], rows: readonly (readonly string[])[]) =>
	`<div class="table" role="region" aria-label="${text(label)}" tabindex="0"><table><thead><tr>${head.map((each) => `<th scope="col">${text(each)}</th>`).join('')}</tr></thead><tbody>${rows
		.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
		.join('')}</tbody></table></div>`;

const code = (value: string) => `<code>${text(value)}</code>`;

const parameterRow = ({ name, format, values }: Parameter) => [
	code(name),
	values === undefined ? text(format) : values.map(code).join(', '),
	text(parameterTexts[name]),
];

function operationSection([name, operation]: [OperationName, Operation]): string {
	const { method, path, parameters, returns, success, scope, tokenRequired } = operation;
	return `<h3 id="${name}">${method} <code>${text(path)}</code></h3>
<p>${text(operationTexts[name])}. ${tokenRequired ? `Needs a token with ${code(scope)}.` : `Needs no token; with one, the scope ${code(scope)}.`} Returns ${success} with ${code(returns)}.</p>
${parameters.length === 0 ? '' : table(`Parameters of ${name}`, ['parameter', 'value', 'meaning'], parameters.map(parameterRow))}`;
}

const gapRegister = path.resolve(import.meta.dirname, '../../../docs/gaps.md');

/** The register's columns “gap” and “sandbox”. */
const gapRows = () =>
	readFileSync(gapRegister, 'utf8')
		.matchAll(/^\| `[\w-]+` \| [^|]+ \| ([^|]+) \| ([^|]+) \|/gm)
		.map(([, gap = '', sandbox = '']) => [text(gap), text(sandbox).replaceAll('`', '')])
		.toArray();

function docsPage(origin: string): string {
	const rows = Object.entries(operations) as [OperationName, Operation][];
	const content = `<h1>Local events</h1>
<p>The API of this sandbox at ${code(origin)}. For tools: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Contents"><a href="#authorization">Authorization</a><a href="#operations">Operations</a><a href="#errors">Errors</a><a href="#limits">Limits</a><a href="#gaps">What the specification leaves open</a></nav>
<h2 id="authorization">Authorization</h2>
<p>OAuth 2.0, authorization code. ${code(`GET ${authorizationPaths.authorize}`)} with client_id, redirect_uri, response_type, scope and state shows sign-in and consent. ${code(`POST ${authorizationPaths.token}`)} exchanges a code for tokens. It exchanges a refresh token for new ones once, and only after the access token has expired. See and withdraw what you have allowed: <a href="/sandbox/consents">consents</a>.</p>
<h2 id="operations">Operations</h2>${rows.map(operationSection).join('')}
<h2 id="errors">Errors</h2><p>HTTP 400 with ${code('{code, msg, request}')}.</p>
${table(
	'Error codes',
	['code', 'name', 'condition'],
	errorCodes.map((row) => [String(row.code), code(row.name), text(row.condition)]),
)}
<h2 id="limits">Limits</h2><p>Calls an hour. Responses to calls with a token carry the headers ${Object.values(rateLimitHeaders).map(code).join(', ')}.</p>
${table(
	'Levels',
	['level', 'access token', 'refresh token', 'calls per user', 'calls per IP'],
	Object.entries(levels).map(([level, row]) => [
		level,
		`${row.accessTokenSeconds / 86_400} days`,
		`${row.refreshTokenSeconds / 86_400} days`,
		String(row.callsPerUser),
		String(row.callsPerIp),
	]),
)}
<h2 id="gaps">What the specification leaves open</h2>
${table('Gap register', ['gap', 'this sandbox'], gapRows())}
`;
	return htmlPage('en', 'Local events – API', content, 'document');
}

export function addDocsRoutes(app: FastifyInstance, ownOrigin: () => string): void {
	app.get('/openapi.json', async () => openApiDocument(ownOrigin(), ownOrigin()));
	let page: string | undefined;
	app.get('/docs', async (_request, reply) => {
		page ??= docsPage(ownOrigin());
		return sendPage(reply, page);
	});
}
