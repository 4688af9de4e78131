/** The documentation page of the service, made from the tables of the contract (`/docs`). */

import { escapeHtml as text } from '../../contract/event/plain-text.ts';
import { levels, rateLimitHeaders } from '../../contract/spec/access.ts';
import { errorCodes } from '../../contract/spec/errors.ts';
import { gaps } from '../../contract/spec/gaps.ts';
import { operationTexts, parameterTexts } from '../../contract/spec/operation-texts.ts';
import {
	authorizationPaths,
	type Operation,
	type OperationName,
	operations,
	type Parameter,
} from '../../contract/spec/operations.ts';
import { iconLink } from '../pages/icon.ts';

/** The style element's content, for the hash in the Content-Security-Policy. */
export const docsStyle = `
:root{color-scheme:light dark;--line:light-dark(#d8cdb9,#3d372d)}
body{margin:0 auto;max-width:60rem;padding:1rem clamp(1rem,4vw,3rem) 4rem;font:1rem/1.55 system-ui,"Noto Sans SC",sans-serif;background:light-dark(#fbf8f2,#171513);color:light-dark(#1d1a17,#f2ece2)}
h1{font-size:2rem;line-height:1.1}h2{border-top:3px solid;padding-top:.75rem;margin-top:3rem}h3{margin:2rem 0 .25rem;overflow-wrap:anywhere}
code{font-size:.95em}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.wide{overflow-x:auto}a{color:light-dark(#1f4e79,#8dc0f0)}nav a{display:inline-block;padding:.6rem 1rem .6rem 0}.method{display:inline-block;min-width:4.5rem;font-weight:800}`;

const table = (label: string, head: readonly string[], rows: readonly (readonly string[])[]) =>
	`<div class="wide" role="region" aria-label="${text(label)}" tabindex="0"><table><thead><tr>${head.map((each) => `<th scope="col">${text(each)}</th>`).join('')}</tr></thead><tbody>${rows
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
	return `<h3 id="${name}"><span class="method">${method}</span> <code>${text(path)}</code></h3>
<p>${text(operationTexts[name])}. ${tokenRequired ? `Needs a token with ${code(scope)}.` : `Needs no token; with one, the scope ${code(scope)}.`} Returns ${success} with ${code(returns)}.</p>
${parameters.length === 0 ? '' : table(`Parameters of ${name}`, ['parameter', 'value', 'meaning'], parameters.map(parameterRow))}`;
}

/** @param origin {base_url} and {auth_url} of this sandbox */
export function docsPage(origin: string): string {
	const rows = Object.entries(operations) as [OperationName, Operation][];
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${iconLink}<title>Local events – API</title><style>${docsStyle}</style></head><body>
<main><h1>Local events</h1>
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
${table(
	'Gap register',
	['gap', 'this sandbox'],
	gaps.map((each) => [text(each.gap), text(each.sandbox).replaceAll('`', '')]),
)}
</main></body></html>`;
}
