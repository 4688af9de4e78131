/** Checks of the error model (Spec §2.6, §7), over every failed response of the run. */
import { readText } from '../../contract/event/fields.ts';
import { errorCodes, errorName } from '../../contract/spec/errors.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import {
	type Check,
	conforms,
	differs,
	type Finding,
	leftOpen,
	notTried,
	show,
	showResponse,
} from '../check.ts';
import { judgeCode } from '../error-code.ts';
import { bodyOf } from '../fields.ts';
import { codeOf, type Service, unknownId } from '../service.ts';
import { elementsOf } from '../shape.ts';

/** Causes the usual failures, so that there is something to judge also when these checks run alone. */
const causeFailures = (service: Service) =>
	service.once('failures', async () => {
		await service.call(operationPath('getEvent', { id: unknownId }));
		await service.call('/v2/no-such-path');
		await service.call('/v2/event/list', { method: 'PUT' });
		await service.call(operationPath('joinEvent', { id: unknownId }), { method: 'POST' });
		await service.token({ grant_type: 'no_such_grant', client_id: 'nobody' });
	});

/** Judges each failure. The same difference is reported once, with the first request that showed it. */
async function judgeFailures(
	service: Service,
	judge: (response: ServiceResponse) => Finding,
): Promise<Finding[]> {
	await causeFailures(service);
	if (service.failures.length === 0) return [notTried('no call failed')];
	const byExpected = new Map<string, Finding>();
	for (const response of service.failures) {
		const finding = judge(response);
		if (finding.verdict === 'differs' && !byExpected.has(finding.expected))
			byExpected.set(finding.expected, finding);
	}
	return byExpected.size === 0 ? [conforms] : [...byExpected.values()];
}

const isKnownCode = (code: unknown) => errorCodes.some((entry) => entry.code === code);

/** Whether the status of a response about something that does not exist is 404 is left open. */
const isUnknownResource = ({ path }: ServiceResponse) => path.split('/').includes(unknownId);

function decode(text: string): string {
	try {
		return decodeURI(text);
	} catch (error) {
		if (error instanceof URIError) return text;
		throw error;
	}
}

/** `request` may hold the path of the base URL or not, encoded or decoded: the specification says only `<path>`. */
function judgeRequest(service: Service, response: ServiceResponse): Finding {
	const { request } = bodyOf(response);
	const bases = [service.options.baseUrl, service.options.authUrl].map((url) => new URL(url).pathname);
	const paths = [
		response.path,
		...bases
			.filter((base) => base !== '/' && response.path.startsWith(base))
			.map((base) => response.path.slice(base.length)),
	];
	return paths.some((path) => decode(readText(request)) === `${response.method} ${decode(path)}`)
		? conforms
		: differs(`request: <METHOD> <path>, ${response.method} ${paths.at(-1)}`, show(request), response);
}

/** A service may want a token before it looks at the method; no token is sent with a method that nobody specified. */
function judgeMethod(response: ServiceResponse): Finding[] {
	return codeOf(response) === 102
		? [notTried('the service wants a token before it looks at the method (102)')]
		: judgeCode(response, [101]);
}

export const errorChecks: readonly Check[] = [
	{
		id: 'uri.unknown',
		section: '7',
		states: 'a path that is not registered fails with 107',
		run: async (service) => judgeCode(await service.read('/v2/no-such-path'), [107]),
	},
	{
		id: 'method.wrong',
		section: '7',
		states: 'a wrong method fails with 101',
		run: async (service) => [
			...judgeMethod(await service.call('/v2/event/list', { method: 'PUT' })),
			...judgeMethod(await service.call('/v2/loc/list', { method: 'DELETE' })),
		],
	},
	{
		id: 'version.prefix',
		section: '9',
		states: 'the data API is below /v2, so the same path without it is not part of it',
		run: async (service) => {
			const response = await service.call('/event/list');
			if (response.status === 200 && elementsOf(response, 'events').length > 0)
				return [differs('no event list without /v2', showResponse(response), response)];
			return codeOf(response) === 107 ? [conforms] : [leftOpen(`HTTP ${response.status}`)];
		},
	},
	{
		id: 'version.others',
		section: '9',
		states: 'other versions are left open',
		run: async (service) => {
			const response = await service.call('/v3/event/list');
			return [leftOpen(response.status === 200 ? '/v3 exists too' : `/v3: HTTP ${response.status}`)];
		},
	},
	{
		id: 'error.status',
		section: '7',
		states: 'a failed call has HTTP status 400',
		run: (service) =>
			judgeFailures(service, (response) =>
				response.status === 400 || (response.status === 404 && isUnknownResource(response))
					? conforms
					: differs('HTTP status 400', `HTTP ${response.status}`, response),
			),
	},
	{
		id: 'error.json',
		section: '2.6',
		states: 'a failed call has a JSON body',
		run: (service) =>
			judgeFailures(service, (response) =>
				response.json === undefined ? differs('a JSON object', showResponse(response), response) : conforms,
			),
	},
	{
		id: 'error.code',
		section: '2.6',
		states: 'code is a number',
		run: (service) =>
			judgeFailures(service, (response) => {
				const { code } = bodyOf(response);
				return Number.isInteger(code) ? conforms : differs('code: a number', show(code), response);
			}),
	},
	{
		id: 'error.known-code',
		section: '7',
		states: 'code is one of the table',
		run: (service) =>
			judgeFailures(service, (response) => {
				const { code, msg } = bodyOf(response);
				return isKnownCode(Number(readText(code)))
					? conforms
					: differs('a code of the table', `${show(code)} ${readText(msg)}`, response);
			}),
	},
	{
		id: 'error.msg',
		section: '2.6',
		states: "msg is the code's name, optionally followed by a colon and detail",
		run: (service) =>
			judgeFailures(service, (response) => {
				const { code, msg } = bodyOf(response);
				if (typeof msg !== 'string') return differs('msg: a string', show(msg), response);
				const known = Number(readText(code));
				if (!isKnownCode(known)) return conforms;
				const name = errorName(known);
				return msg === name || msg.startsWith(`${name}:`)
					? conforms
					: differs(`msg ${name} for code ${known}`, show(msg), response);
			}),
	},
	{
		id: 'error.request',
		section: '2.6',
		states: 'request is the request that failed, as <METHOD> <path>',
		run: async (service) => {
			const findings = await judgeFailures(service, (response) => judgeRequest(service, response));
			// Each failure has its own path, but the difference is the same.
			return findings.slice(0, 1);
		},
	},
];
