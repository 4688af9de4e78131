/** Checks of the error model (Spec §2.6, §7), over every failed answer of the run. */
import { errorCodes, errorName } from '../../contract/errors.ts';
import { operationPath } from '../../contract/operations.ts';
import type { Answer } from '../call.ts';
import { type Check, conforms, differs, type Finding, leftOpen, notTried, showAnswer } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import type { Service } from '../service.ts';

/** Provokes the usual failures, so that there is something to judge also when these checks run alone. */
const provoke = (service: Service) =>
	service.once('failures', async () => {
		const unknown = { id: '999999999999' };
		await service.read(operationPath('getEvent', unknown));
		await service.read('/v2/no-such-path');
		await service.call('/v2/event/list', { method: 'PUT' });
		await service.call(operationPath('joinEvent', unknown), { method: 'POST' });
		await service.token({ grant_type: 'no_such_grant', client_id: 'nobody' });
	});

/** Judges each failure; the same difference is told once, with the first call that showed it. */
async function judgeFailures(service: Service, judge: (answer: Answer) => Finding): Promise<Finding[]> {
	await provoke(service);
	if (service.failures.length === 0) return [notTried('no call failed')];
	const seen = new Map<string, Finding>();
	for (const answer of service.failures) {
		const finding = judge(answer);
		if (finding.verdict !== 'differs') continue;
		const key = finding.expected;
		if (!seen.has(key))
			seen.set(key, { ...finding, got: `${finding.got} (${answer.method} ${answer.path})` });
	}
	return seen.size === 0 ? [conforms] : [...seen.values()];
}

const bodyOf = ({ json }: Answer) =>
	(typeof json === 'object' && json !== null ? json : {}) as Record<string, unknown>;

const isKnownCode = (code: unknown) => errorCodes.some((entry) => entry.code === code);

/** A base address with a path may be in `request` or not: the specification says only `<path>`. */
function judgeRequest(service: Service, answer: Answer): Finding {
	const { request } = bodyOf(answer);
	const bases = [service.options.baseUrl, service.options.authUrl].map((url) => new URL(url).pathname);
	const paths = [
		answer.path,
		...bases
			.filter((base) => base !== '/' && answer.path.startsWith(base))
			.map((base) => answer.path.slice(base.length)),
	];
	return paths.some((path) => request === `${answer.method} ${path}`)
		? conforms
		: differs('request as <METHOD> <path>', request);
}

export const errorChecks: readonly Check[] = [
	{
		id: 'uri.unknown',
		section: '7',
		states: 'an address that is not registered fails with 107',
		run: async (service) => judgeCode(await service.read('/v2/no-such-path'), [107]),
	},
	{
		id: 'method.wrong',
		section: '7',
		states: 'a wrong method fails with 101',
		run: async (service) => [
			...judgeCode(await service.call('/v2/event/list', { method: 'PUT' }), [101]),
			...judgeCode(await service.call('/v2/loc/list', { method: 'DELETE' }), [101]),
		],
	},
	{
		id: 'version.prefix',
		section: '9',
		states: 'the data API lies below /v2: the same path without it is not registered',
		run: async (service) => judgeCode(await service.read('/event/list'), [107]),
	},
	{
		id: 'version.others',
		section: '9',
		states: 'other versions are left open',
		run: async (service) => {
			const answer = await service.read('/v3/event/list');
			return [leftOpen(answer.status === 200 ? '/v3 answers too' : `/v3: HTTP ${answer.status}`)];
		},
	},
	{
		id: 'error.status',
		section: '7',
		states: 'a failed call answers with HTTP 400',
		run: (service) =>
			judgeFailures(service, (answer) =>
				answer.status === 400 ? conforms : differs('HTTP status 400', `HTTP ${answer.status}`),
			),
	},
	{
		id: 'error.json',
		section: '2.6',
		states: 'a failed call answers with a JSON body',
		run: (service) =>
			judgeFailures(service, (answer) =>
				answer.json === undefined ? differs('a JSON object', showAnswer(answer)) : conforms,
			),
	},
	{
		id: 'error.code',
		section: '2.6',
		states: 'code is a number',
		run: (service) =>
			judgeFailures(service, (answer) => {
				const { code } = bodyOf(answer);
				return Number.isInteger(code) ? conforms : differs('code: a number', code);
			}),
	},
	{
		id: 'error.known-code',
		section: '7',
		states: 'code is one of the table',
		run: (service) =>
			judgeFailures(service, (answer) => {
				const { code, msg } = bodyOf(answer);
				return isKnownCode(Number(code)) ? conforms : differs('a code of the table', `${code} ${msg}`);
			}),
	},
	{
		id: 'error.msg',
		section: '2.6',
		states: "msg is the code's name, optionally followed by a colon and detail",
		run: (service) =>
			judgeFailures(service, (answer) => {
				const { code, msg } = bodyOf(answer);
				if (typeof msg !== 'string') return differs('msg: a text', msg);
				if (!isKnownCode(Number(code))) return conforms;
				const name = errorName(Number(code));
				return msg === name || msg.startsWith(`${name}:`)
					? conforms
					: differs(`msg ${name} for code ${code}`, msg);
			}),
	},
	{
		id: 'error.request',
		section: '2.6',
		states: 'request is the request that failed, as <METHOD> <path>',
		run: (service) => judgeFailures(service, (answer) => judgeRequest(service, answer)),
	},
];
