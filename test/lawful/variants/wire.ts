/** Services that differ in the base URL, the headers and the error responses (Spec §1, §7, §8). */
import {
	copyOf,
	isFields,
	json,
	type Middleware,
	type ServiceResponse,
	withBody,
} from '../service/messages.ts';
import { isPersonsList, operationOf } from '../service/operation.ts';
import type { Variant } from '../variant.ts';
import { insteadOf, onResponse } from './changes.ts';

/** Changes error responses by their code. */
const onErrors = (
	change: (code: unknown, response: ServiceResponse) => ServiceResponse | undefined,
): Middleware =>
	insteadOf((response) =>
		response.status >= 400 && isFields(response.body) ? change(response.body.code, response) : undefined,
	);

/** Codes that a live service sends instead of those in the specification (Spec §7). */
const liveCodes = new Map([
	[107, { status: 404, code: 1001, msg: 'uri_not_found' }],
	[121, { status: 404, code: 1001, msg: 'uri_not_found' }],
	[999, { status: 400, code: 999, msg: 'unknow_v2_error' }],
	[113, { status: 400, code: 1002, msg: 'missing_args' }],
	[101, { status: 404, code: 1001, msg: 'uri_not_found' }],
]);

export const wireVariants: readonly Variant[] = [
	{
		name: 'base-with-prefix',
		does: 'The data API has a path prefix, and both base URLs end with a slash.',
		gaps: [],
		section: '§1',
		prefix: '/public/events-api',
		trailingSlash: true,
	},
	{
		name: 'header-names-lower-case',
		does: 'The names of all headers are in lower case.',
		gaps: ['limit-headers'],
		open: ['limits.X-RateLimit-Remaining'],
		create: () =>
			onResponse((response) => {
				response.headers = response.headers.map(([name, value]) => [name.toLowerCase(), value]);
			}),
	},
	{
		name: 'odd-bodies-passed-over',
		does: 'A request body that is neither a form nor JSON is ignored.',
		gaps: ['unreadable-request'],
		create: () => (request, next) => {
			const type = request.headers['content-type'] ?? '';
			const isOdd = request.form === undefined && type !== '' && !type.includes('json');
			if (!isOdd) return next(request);
			const { 'content-type': _type, ...headers } = request.headers;
			return next(copyOf(request, { body: Buffer.alloc(0), headers }));
		},
	},
	{
		name: 'errors-of-a-live-service',
		does: 'Error responses have codes above 1000 and their own statuses, like those of a live service.',
		gaps: ['unknown-resource'],
		departs: [
			/^(authorize|token)\.missing\./,
			'authorize.post',
			'token.get',
			'uri.unknown',
			'method.wrong',
			'error.status',
			'error.known-code',
		],
		create: () =>
			onErrors((code, response) => {
				const live = liveCodes.get(Number(code));
				return live === undefined
					? undefined
					: withBody(response, live.status, { code: live.code, msg: live.msg, request: '' });
			}),
	},
	{
		name: 'need-permission-403',
		does: "A user's lists without a token are HTTP 403 with code 1000, `need_permission`.",
		gaps: ['which-call-needs-what'],
		departs: [/^list(Created|Participated|Wished)Events\./, 'error.status', 'error.known-code'],
		create: () => async (request, next) =>
			request.token === undefined && isPersonsList(operationOf(request))
				? json(403, { code: 1000, msg: 'need_permission', request: '' })
				: next(request),
	},
];
