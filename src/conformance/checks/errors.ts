/** Checks for the error model (Spec §2.6, §7), across all failed responses of the run. */
import { unescape as decode } from 'node:querystring';
import { errorCodes, errorName } from '../../contract/spec/errors.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import { ifJudged, NotJudged, type ServiceResponse } from '../call.ts';
import {
	type Check,
	check,
	conforms,
	differs,
	type Finding,
	leftOpen,
	notTried,
	show,
	showResponse,
} from '../check.ts';
import { differsInCode, differsInStatus, eachOnce, judgeCode, judgeStatus } from '../judge.ts';
import { knownId } from '../known.ts';
import { bodyOf, elementsOf, readText } from '../read.ts';
import { codeOf, type Service, unknownId } from '../service.ts';
import { expiredOrUnknown } from '../set-up.ts';
import { type Relation, relations, tryWrite } from './write-trial.ts';

/** Causes the usual failures, so that there is something to check even if these checks run alone. */
const causeFailures = (service: Service) =>
	service.once('failures', async () => {
		await service.send('getEvent', { id: unknownId });
		await service.call('/v2/no-such-path');
		await service.call('/v2/event/list', { method: 'PUT' });
		await service.send('joinEvent', { id: unknownId });
		await service.token({ grant_type: 'no_such_grant', client_id: 'nobody' });
	});

/** Checks each failure. Reports the same difference once, with the first request that showed it. */
const ofFailures = (
	section: Check['section'],
	id: string,
	states: string,
	judge: (response: ServiceResponse, service: Service) => Finding,
): Check =>
	check(section, `error.${id}`, states, async (service) => {
		await causeFailures(service);
		if (service.failures.length === 0) throw new NotJudged('no call failed');
		const findings = service.failures.map((response) => judge(response, service));
		const differences = eachOnce(findings);
		if (differences.length > 0) return differences;
		return findings.find(({ verdict }) => verdict === 'open') ?? conforms;
	});

const isKnownCode = (code: unknown) => errorCodes.some((entry) => entry.code === code);

/** Status and code are left open for an unknown resource, and for a city given by its short name. */
const isUnknownResource = ({ curl, method, path }: ServiceResponse) =>
	curl.includes(unknownId) || (method === 'GET' && /\/v2\/loc\/(?!list$)[^/]+$/.test(path));

/** Responses to invalid values are left open (gap register, `malformed-parameter`, `paging`). */
const isAboutValue = ({ curl, path }: ServiceResponse) => path.includes('/v2/') && curl.includes('?');

/** Any error may mean that a write would change nothing (gap register, `repeated-write`). */
const isOfRelation = ({ method, path }: ServiceResponse) =>
	method !== 'GET' && /\/(participants|wishers)$/.test(path);

function judgeMessage(response: ServiceResponse): Finding {
	const { code, msg } = bodyOf(response);
	if (typeof msg !== 'string') return differs('msg: a string', show(msg), response);
	const known = Number(readText(code));
	if (!isKnownCode(known)) return conforms;
	const name = errorName(known);
	return msg === name || msg.startsWith(`${name}:`)
		? conforms
		: differs(`msg ${name} for code ${known}`, show(msg), response);
}

/** `request` may include the base URL's path or not, encoded or decoded: the specification defines only `<path>`. */
function judgeRequest(response: ServiceResponse, { options: { baseUrl, authUrl } }: Service): Finding {
	const { request } = bodyOf(response);
	const { method, path } = response;
	const bases = [baseUrl, authUrl]
		.map((url) => new URL(url).pathname)
		.filter((base) => base !== '/' && path.startsWith(base));
	const paths = [path, ...bases.map((base) => path.slice(base.length))];
	const sent = [readText(request), decode(readText(request))];
	return paths.some((each) => sent.includes(`${method} ${decode(each)}`))
		? conforms
		: differs('request: <METHOD> <path>', `${show(request)} for ${method} ${path}`, response);
}

const judgeMethod = (response: ServiceResponse): Finding[] =>
	[102, ...expiredOrUnknown].includes(codeOf(response))
		? [notTried(`the service requires a valid token before it checks the method (${codeOf(response)})`)]
		: judgeCode(response, [101]);

/** With `--write`, sends the token: a service may check it before the method. */
async function callWrongly(service: Service, path: string, method: string): Promise<Finding[]> {
	const { access } = service.tokens;
	return judgeMethod(await service.call(path, { method, token: service.options.write ? access : null }));
}

async function judgePut(service: Service, relation: Relation): Promise<Finding[]> {
	const request = { method: 'PUT', token: service.tokens.access };
	const tried = await ifJudged(tryWrite(service, relation, request));
	if (tried !== null) return judgeMethod(tried);
	const path = operationPath(relations[relation].undo, { id: await knownId(service, 'eventId') });
	return callWrongly(service, path, 'PUT');
}

export const errorChecks = [
	check('7', 'uri.unknown', 'a path that is not registered fails with 107', async (service) =>
		judgeCode(await service.readPath('/v2/no-such-path'), [107]),
	),
	check('7', 'method.wrong', 'a wrong method fails with 101', async (service) => [
		...(await callWrongly(service, '/v2/event/list', 'PUT')),
		...(await callWrongly(service, '/v2/loc/list', 'DELETE')),
	]),
	...(['participants', 'wishers'] as const).map((relation) =>
		check('7', `method.wrong.${relation}`, `PUT on ${relation} fails with 101`, (service) =>
			judgePut(service, relation),
		),
	),
	check('9', 'version.prefix', 'the same path without /v2 is not part of the data API', async (service) => {
		const response = await service.call('/event/list');
		if (response.status === 200 && elementsOf(response, 'events').length > 0)
			return differs('no event list without /v2', showResponse(response), response);
		return codeOf(response) === 107 ? conforms : leftOpen(`HTTP ${response.status}`);
	}),
	check('4.2', 'json.byte-order-mark', 'JSON begins with no byte order mark (RFC 8259 §8.1)', (service) =>
		service.markedBy === undefined ? conforms : leftOpen(`it does in the response to ${service.markedBy}`),
	),
	ofFailures('7', 'status', 'a failed call has status 400; one that fits the code is open', (response) => {
		if ([404, 410].includes(response.status) && isUnknownResource(response)) return conforms;
		if ([404, 409, 410].includes(response.status) && isOfRelation(response)) return conforms;
		return isKnownCode(codeOf(response)) || response.status === 400
			? judgeStatus(response)
			: differsInStatus(response);
	}),
	ofFailures('2.6', 'json', 'a failed call has a JSON body', (response) =>
		response.json === undefined ? differs('a JSON object', showResponse(response), response) : conforms,
	),
	ofFailures('2.6', 'code', 'code is a number', (response) =>
		Number.isInteger(bodyOf(response).code) ? conforms : differsInCode(response),
	),
	ofFailures('7', 'known-code', 'code is one of the table', (response) => {
		const { code, msg } = bodyOf(response);
		if (isKnownCode(Number(readText(code)))) return conforms;
		const got = `${show(code)} ${readText(msg)}`;
		if (isUnknownResource(response)) return leftOpen(`${got} for what does not exist`);
		if (isOfRelation(response)) return leftOpen(`${got} for a relation, perhaps a repeated write`);
		return isAboutValue(response)
			? leftOpen(`${got} for a value that the service does not take`)
			: differs('a code of the table', got, response);
	}),
	ofFailures('2.6', 'msg', "msg is the code's name, optionally followed by a colon and detail", judgeMessage),
	ofFailures('2.6', 'request', 'request is the request that failed, as <METHOD> <path>', judgeRequest),
];
