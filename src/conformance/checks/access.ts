/** Checks for calls with a valid token, with a wrong one and without any, and for scopes (Spec §5). */
import { operations } from '../../contract/spec/operations.ts';
import { ifJudged, NotJudged, type ServiceResponse } from '../call.ts';
import { check, conforms, differs, expectStatus, type Finding, leftOpen, showResponse } from '../check.ts';
import { judgeCode } from '../judge.ts';
import { knownId } from '../known.ts';
import { codeOf, lacksRight, type Service } from '../service.ts';
import { isAccepted, tryWrite, writes } from './write-trial.ts';

const badToken = { authorization: 'Bearer no-such-token' };

function readOnlyTokenOf({ options: { readOnlyToken } }: Service): string {
	if (readOnlyToken === undefined) throw new NotJudged('needs --read-only-token');
	return readOnlyToken;
}

/** The specification leaves open which call needs which scope, but the names imply that a read token can't write. */
function judgeReadOnly(response: ServiceResponse): Finding[] {
	if (isAccepted(response)) {
		const expected = 'HTTP 400 with code 108 or 109, since the token lacks the scope event_basic_w';
		return [differs(expected, showResponse(response), response)];
	}
	return judgeCode(response, lacksRight.includes(codeOf(response)) ? [108, 109] : []);
}

/** Accepts 100, too: the “scheme” in its name can mean the protocol, or the first word of this header. */
const judgeOtherScheme = (response: ServiceResponse): Finding[] =>
	codeOf(response) === 100 ? judgeCode(response, []) : judgeCode(response, [102, 103]);

/** Authorization schemes with which other services accept a token. */
const otherSchemes = ['Basic', 'OAuth', 'Token'] as const;

/** Sends a valid token with each of these schemes, in a write that changes nothing if it is accepted. */
async function tryOtherSchemes(service: Service): Promise<Finding[]> {
	const token = service.writeToken();
	const findings: Finding[] = [];
	for (const scheme of otherSchemes) {
		const headers = { authorization: `${scheme} ${token}` };
		findings.push(...judgeOtherScheme(await tryWrite(service, 'wishers', { method: 'DELETE', headers })));
	}
	return findings;
}

async function judgeScheme(service: Service): Promise<Finding> {
	if (!service.options.baseUrl.startsWith('http:')) throw new NotJudged('{base_url} is https');
	try {
		const response = await service.send('joinEvent', { id: '1' });
		return leftOpen(`this URL is plain HTTP, and the response is ${codeOf(response) ?? response.status}`);
	} catch (error) {
		// Code 100 ends other checks without a verdict; here it is the expected response.
		if (error instanceof NotJudged && error.message.includes('(100)')) return conforms;
		throw error;
	}
}

export const accessChecks = [
	...writes.flatMap((name) =>
		(
			[
				['without-token', 'without a token', {}, 102],
				['bad-token', 'with a token that does not exist', badToken, 103],
			] as const
		).map(([id, how, headers, code]) =>
			check('5', `${name}.${id}`, `${operations[name].method} ${how} fails with ${code}`, async (service) => {
				// Uses a known event, because a service may report an unknown one first.
				const id = await knownId(service, 'eventId');
				return judgeCode(await service.send(name, { id }, { headers }), [code]);
			}),
		),
	),
	check('5', 'token.other-scheme', 'another scheme than Bearer fails with 102 or 103', async (service) => {
		const id = await knownId(service, 'eventId');
		return [
			judgeOtherScheme(
				await service.send('wishEvent', { id }, { headers: { authorization: 'Basic bm86b25l' } }),
			),
			(await ifJudged(tryOtherSchemes(service))) ?? [],
		].flat(2);
	}),
	check('5', 'reads.without-token', 'which calls need a token is left open', async (service) => {
		const response = await service.send('listLocs', {});
		const isMistaken = ({ method, curl, ...failure }: ServiceResponse) =>
			method === 'GET' && codeOf(failure) === 103 && !curl.includes('authorization:');
		const mistaken = service.failures.find(isMistaken);
		if (mistaken !== undefined) return judgeCode(mistaken, [102]);
		return response.status === 200 ? leftOpen('the city list needs none') : judgeCode(response, []);
	}),
	check('5', 'reads.bad-token', 'a read with a token that does not exist may fail', async (service) => {
		const response = await service.send('listLocs', {}, { headers: badToken });
		return response.status === 200 ? leftOpen('the token is ignored') : judgeCode(response, [103]);
	}),
	check('5', 'scheme.http', 'over plain HTTP, calls that need authorization fail with 100', judgeScheme),
	check('5', 'token.read', 'a call with a good token succeeds', async (service) => {
		const token = service.accessToken();
		return expectStatus(await service.send('listLocs', {}, { token }), 200);
	}),
	check('5', 'scope.read', 'a token of the scope event_basic_r reads', async (service) => {
		const token = readOnlyTokenOf(service);
		const response = await service.send('listLocs', {}, { token });
		return response.status === 200 ? conforms : judgeCode(response, []);
	}),
	...writes.map((name) =>
		check('5', `scope.${name}`, `a token of event_basic_r only may not ${name}`, async (service) =>
			judgeReadOnly(
				await tryWrite(service, /^(join|leave)/.test(name) ? 'participants' : 'wishers', {
					method: operations[name].method,
					token: readOnlyTokenOf(service),
				}),
			),
		),
	),
];
