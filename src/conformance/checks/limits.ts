/**
 * Checks for the rate-limit headers (Spec §8), which apply to calls that need authorization. Whether a read needs
 * authorization is left open, so the checks use a write if the tester allows writes.
 */
import { levels, rateLimitHeaders } from '../../contract/spec/levels.ts';
import { headerOf, ifJudged, type ServiceResponse } from '../call.ts';
import { check, conforms, differs, type Finding, leftOpen, show, showResponse } from '../check.ts';
import { codeOf, type Service, unknownId } from '../service.ts';
import { trialOf } from './write-trial.ts';

/** Makes a write that changes nothing, if the tester allows writes, else a read. */
const callOnce = (service: Service): Promise<ServiceResponse> =>
	service.options.write
		? service.send('unwishEvent', { id: unknownId }, { token: service.accessToken() })
		: service.send('listLocs', { count: 1 }, { token: service.accessToken() });

/** Two consecutive calls with the token, and whether they need authorization. */
const readPair = (service: Service) =>
	service.once('limits', async () => {
		const trial = await ifJudged(trialOf(service, 'wishers'));
		if (trial !== null)
			return { first: trial.do.first.response, second: trial.undo.first.response, isLimited: true };
		const isLimited = codeOf(await service.send('listLocs', { count: 1 })) === 102;
		return { first: await callOnce(service), second: await callOnce(service), isLimited };
	});

type Pair = Awaited<ReturnType<typeof readPair>>;

/** A missing header is left open for a call that needs no authorization. */
const judgeMissing = (name: string, response: ServiceResponse, isLimited: boolean): Finding =>
	isLimited
		? differs(`header ${name}`, 'no such header', response)
		: leftOpen(`no header ${name} on a call that needs no token`);

/** A header as a whole number. Null if it is absent or not a number. */
function numberOf(response: ServiceResponse, name: string): number | null {
	const value = headerOf(response, name);
	return value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}

/** Header names are case-insensitive (RFC 9110 §5.1), and many servers and proxies rewrite them. */
function judgeHeader(name: string, { first, isLimited }: Pair): Finding {
	const sent = first.headers.find(([each]) => each.toLowerCase() === name.toLowerCase());
	if (sent === undefined) return judgeMissing(name, first, isLimited);
	if (numberOf(first, name) === null) return differs(`${name}: a number`, show(sent[1]), first);
	return sent[0] === name ? conforms : leftOpen(`spelled ${sent[0]}`);
}

function judgeLevel({ first, isLimited }: Pair): Finding {
	const names = [rateLimitHeaders.userLimit, rateLimitHeaders.ipLimit] as const;
	const missing = names.find((name) => headerOf(first, name) === undefined);
	if (missing !== undefined) return judgeMissing(missing, first, isLimited);
	const known = Object.values(levels).map((level) => `${level.callsPerUser} and ${level.callsPerIp}`);
	const got = names.map((name) => numberOf(first, name) ?? headerOf(first, name)).join(' and ');
	return known.includes(got) ? conforms : differs(known.join(', or '), got, first);
}

function judgeCounting(who: 'user' | 'ip', { first, second, isLimited }: Pair): Finding {
	const [limitName, name] = [rateLimitHeaders[`${who}Limit`], rateLimitHeaders[`${who}Remaining`]];
	const [before, after, limit] = [numberOf(first, name), numberOf(second, name), numberOf(first, limitName)];
	if (before === null || after === null)
		return judgeMissing(name, before === null ? first : second, isLimited);
	if (limit !== null && before > limit) return differs(`${name} of at most ${limit}`, String(before), first);
	const isNewHour = limit !== null && before < after && after >= limit - 2;
	if (after < before || isNewHour) return conforms;
	if (!isLimited) return leftOpen(`${name} does not change with a call that needs no token`);
	if (before > 0) return differs(`${name} below ${before}`, String(after), second);
	return differs(`${who === 'user' ? 111 : 112}, since 0 remained`, showResponse(second), second);
}

/** Number of consecutive calls, to see by how much each one lowers the remaining number. */
const steps = 4;

/**
 * Checks that a call lowers the user's remaining calls by at most one. Another program may use the token at the same
 * time, so the smallest step is judged. The remaining calls of an IP address are not checked, since others share it.
 */
async function judgeStep(service: Service): Promise<Finding> {
	const name = rateLimitHeaders.userRemaining;
	const responses: ServiceResponse[] = [];
	for (let call = 0; call < steps; call += 1) responses.push(await callOnce(service));
	const remaining = responses.map((response) => numberOf(response, name));
	const [last] = responses.slice(-1);
	if (last === undefined || remaining.slice(1).includes(null)) return conforms;
	const falls = remaining.slice(1).map((after, index) => (remaining[index] ?? after ?? 0) - (after ?? 0));
	const isOne = Math.min(...falls) <= 1;
	return isOne ? conforms : differs(`${name} one lower after a call`, remaining.join(', '), last);
}

export const limitChecks = [
	...Object.values(rateLimitHeaders).map((name) =>
		check('8', `limits.${name}`, `a call with a token gets ${name}, a number`, async (service) =>
			judgeHeader(name, await readPair(service)),
		),
	),
	check('8', 'limits.level', 'the limits are those of one of the levels', async (service) =>
		judgeLevel(await readPair(service)),
	),
	check('8', 'limits.counting', 'a call lowers the remaining calls by one', async (service) => {
		const pair = await readPair(service);
		return [judgeCounting('user', pair), judgeCounting('ip', pair), await judgeStep(service)];
	}),
	check('8', 'limits.on-failures', 'failed calls with a token carry the headers too', async (service) => {
		const { isLimited } = await readPair(service);
		const token = service.accessToken();
		const name = service.options.write ? 'unwishEvent' : 'getEvent';
		const response = await service.send(name, { id: unknownId }, { token });
		const absent = Object.values(rateLimitHeaders).filter((name) => headerOf(response, name) === undefined);
		return absent.length === 0 ? conforms : judgeMissing(absent.join(', '), response, isLimited);
	}),
];
