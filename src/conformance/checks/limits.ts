/**
 * Checks of the headers that carry the hourly limits (Spec §8). Limits apply to calls that need authorization. Whether a
 * read does is left open, so a write is judged where the tester allows one.
 */
import { levels, rateLimitHeaders } from '../../contract/spec/access.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import { headerOf, type ServiceResponse } from '../call.ts';
import { type Check, conforms, differs, type Finding, leftOpen, show, showResponse } from '../check.ts';
import { codeOf, type Service, unknownId } from '../service.ts';
import { elementsOf } from '../shape.ts';
import { trialOf } from './write-trial.ts';

/** Two calls with the token, one after the other, and whether they need authorization. */
interface Pair {
	readonly first: ServiceResponse;
	readonly second: ServiceResponse;
	readonly isLimited: boolean;
}

const readPair = (service: Service): Promise<Pair> =>
	service.once('limits', async () => {
		const trial = await trialOf(service, 'wishers');
		if (trial !== null) return { first: trial.done, second: trial.undone, isLimited: true };
		const path = operationPath('listLocs', { count: 1 });
		const token = service.tokens.access;
		const isLimited = codeOf(await service.call(path)) === 102;
		return {
			first: await service.call(path, { token }),
			second: await service.call(path, { token }),
			isLimited,
		};
	});

/** What is missing from a call that needs no authorization is left open. */
const judgeMissing = (name: string, response: ServiceResponse, isLimited: boolean): Finding =>
	isLimited
		? differs(`header ${name}`, 'no such header', response)
		: leftOpen(`no header ${name} on a call that needs no token`);

/** A header as a whole number; null when it is absent or something else. */
function numberOf(response: ServiceResponse, name: string): number | null {
	const value = headerOf(response, name);
	return value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}

const levelList = Object.values(levels);

/** Names of headers have no case (RFC 9110 §5.1), and many servers and proxies rewrite them. */
function judgeHeader(name: string, { first, isLimited }: Pair): Finding {
	const sent = first.headers.find(([each]) => each.toLowerCase() === name.toLowerCase());
	if (sent === undefined) return judgeMissing(name, first, isLimited);
	if (numberOf(first, name) === null) return differs(`${name}: a number`, show(sent[1]), first);
	return sent[0] === name ? conforms : leftOpen(`spelled ${sent[0]}`);
}

function judgeCounting(who: 'user' | 'ip', { first, second, isLimited }: Pair): Finding {
	const [limitName, name] = [rateLimitHeaders[`${who}Limit`], rateLimitHeaders[`${who}Remaining`]];
	const [before, after, limit] = [numberOf(first, name), numberOf(second, name), numberOf(first, limitName)];
	if (before === null || after === null)
		return judgeMissing(name, before === null ? first : second, isLimited);
	if (limit !== null && before > limit) return differs(`${name} of at most ${limit}`, String(before), first);
	const isNewHour = limit !== null && before < after && after >= limit - 2;
	if (after < before || isNewHour) return conforms;
	return isLimited
		? differs(`${name} below ${before}`, String(after), second)
		: leftOpen(`${name} does not change with a call that needs no token`);
}

/** Calls in a row, to see by how much each lowers what remains. */
const steps = 4;

/**
 * Judges that a call takes no more than one of the calls that remain for the user. Somebody else may use the token at the
 * same time, so the smallest step counts; what remains for the IP address is shared with others in any case.
 */
async function judgeStep(service: Service): Promise<Finding> {
	const name = rateLimitHeaders.userRemaining;
	const { write } = service.options;
	const path = write
		? operationPath('unwishEvent', { id: unknownId })
		: operationPath('listLocs', { count: 1 });
	const responses: ServiceResponse[] = [];
	for (let call = 0; call < steps; call += 1)
		responses.push(
			await service.call(path, { method: write ? 'DELETE' : 'GET', token: service.tokens.access }),
		);
	const remaining = responses.map((response) => numberOf(response, name));
	const falls = remaining
		.slice(1)
		.flatMap((after, index) => (after === null ? [] : [(remaining[index] ?? after) - after]));
	const [last] = responses.slice(-1);
	const least = Math.min(...falls);
	return last === undefined || falls.length < steps - 1 || least <= 1
		? conforms
		: differs(`${name} one lower after a call`, remaining.join(', '), last);
}

export const limitChecks: readonly Check[] = [
	...Object.values(rateLimitHeaders).map(
		(name): Check => ({
			id: `limits.${name}`,
			section: '8',
			states: `the response to a call with a token carries ${name}, a number`,
			needs: 'token',
			run: async (service) => [judgeHeader(name, await readPair(service))],
		}),
	),
	{
		id: 'limits.level',
		section: '8',
		states: 'the limits are those of one of the levels',
		needs: 'token',
		run: async (service) => {
			const { first, isLimited } = await readPair(service);
			const names = [rateLimitHeaders.userLimit, rateLimitHeaders.ipLimit] as const;
			const [user, ip] = names.map((name) => numberOf(first, name));
			const missing = names.find((name) => headerOf(first, name) === undefined);
			if (missing !== undefined) return [judgeMissing(missing, first, isLimited)];
			const isLevel = levelList.some(
				({ callsPerUser, callsPerIp }) => callsPerUser === user && callsPerIp === ip,
			);
			const expected = levelList.map(({ callsPerUser, callsPerIp }) => `${callsPerUser} and ${callsPerIp}`);
			const got = names.map((name) => headerOf(first, name));
			return [isLevel ? conforms : differs(expected.join(', or '), got.join(' and '), first)];
		},
	},
	{
		id: 'limits.counting',
		section: '8',
		states: 'a call takes one of the calls that remain, which are never more than the limit',
		needs: 'token',
		run: async (service) => {
			const pair = await readPair(service);
			return [judgeCounting('user', pair), judgeCounting('ip', pair), await judgeStep(service)];
		},
	},
	{
		id: 'limits.on-failures',
		section: '8',
		states: 'failed calls with a token carry the headers too',
		needs: 'token',
		run: async (service) => {
			const { isLimited } = await readPair(service);
			const response = service.options.write
				? await service.call(operationPath('unwishEvent', { id: unknownId }), {
						method: 'DELETE',
						token: service.tokens.access,
					})
				: await service.readOwn(operationPath('getEvent', { id: unknownId }));
			const absent = Object.values(rateLimitHeaders).filter((name) => headerOf(response, name) === undefined);
			return [absent.length === 0 ? conforms : judgeMissing(absent.join(', '), response, isLimited)];
		},
	},
	{
		id: 'limits.without-token',
		section: '8',
		states: 'limits of calls without a token are left open',
		run: async (service) => {
			const response = await service.call(operationPath('listLocs'));
			const sent = response.headers.filter(([name]) => name.toLowerCase().startsWith('x-ratelimit'));
			return [leftOpen(sent.length === 0 ? 'no headers' : sent.map((pair) => pair.join(': ')).join(', '))];
		},
	},
	{
		id: 'limits.page-size',
		section: '8',
		states: 'page-size limits are left open',
		run: async (service) => {
			const response = await service.read(operationPath('listLocs', { count: 1000 }));
			const description =
				response.status === 200 ? `${elementsOf(response, 'locs').length} elements` : showResponse(response);
			return [leftOpen(`count=1000: ${description}`)];
		},
	},
];
