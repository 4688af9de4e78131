/** Checks of the headers that tell the hourly limits (Spec §8). */
import { levels, rateLimitHeaders } from '../../contract/access.ts';
import { operationPath } from '../../contract/operations.ts';
import { type Answer, headerOf } from '../call.ts';
import { type Check, conforms, differs, expectEqual, leftOpen, showAnswer } from '../check.ts';
import { elementsOf } from '../shape.ts';

/** Header names that came all in lower case may have been changed on the way, as HTTP/2 does. */
const isSpelled = (answer: Answer) => answer.headers.some(([name]) => name !== name.toLowerCase());

const levelList = Object.values(levels);

export const limitChecks: readonly Check[] = [
	...Object.values(rateLimitHeaders).map(
		(name): Check => ({
			id: `limits.${name}`,
			section: '8',
			states: `an answer to a call with a token carries ${name}, a number`,
			needs: 'token',
			run: async (service) => {
				const answer = await service.read(operationPath('listLocs'), true);
				const value = headerOf(answer, name);
				if (value === undefined) return [differs(`header ${name}`, 'no such header')];
				if (!/^\d+$/.test(value)) return [differs(`${name}: a number`, value)];
				const spelling = answer.headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[0];
				if (!isSpelled(answer))
					return [conforms, leftOpen('names arrive in lower case, so the spelling is not seen')];
				return [expectEqual('spelled', spelling, name)];
			},
		}),
	),
	{
		id: 'limits.level',
		section: '8',
		states: 'the limits are those of one of the levels',
		needs: 'token',
		run: async (service) => {
			const answer = await service.read(operationPath('listLocs'), true);
			const [user, ip] = [rateLimitHeaders.userLimit, rateLimitHeaders.ipLimit].map((name) =>
				Number(headerOf(answer, name)),
			);
			return [
				levelList.some(({ callsPerUser, callsPerIp }) => callsPerUser === user && callsPerIp === ip)
					? conforms
					: differs(
							levelList
								.map(({ callsPerUser, callsPerIp }) => `${callsPerUser} and ${callsPerIp}`)
								.join(', or '),
							`${user} and ${ip}`,
						),
			];
		},
	},
	{
		id: 'limits.counting',
		section: '8',
		states: 'a further call leaves fewer remaining, never more than the limit',
		needs: 'token',
		run: async (service) => {
			const path = operationPath('listLocs', { count: 1 });
			const token = service.tokens.access;
			const [first, second] = [await service.call(path, { token }), await service.call(path, { token })];
			return (['user', 'ip'] as const).map((who) => {
				const [limit, remaining] = [rateLimitHeaders[`${who}Limit`], rateLimitHeaders[`${who}Remaining`]];
				const [before, after] = [Number(headerOf(first, remaining)), Number(headerOf(second, remaining))];
				const isNewHour = before < after && after >= Number(headerOf(second, limit)) - 2;
				return (after < before || isNewHour) && before <= Number(headerOf(first, limit))
					? conforms
					: differs(`${remaining} below ${before}`, String(after));
			});
		},
	},
	{
		id: 'limits.on-failures',
		section: '8',
		states: 'failed calls with a token carry the headers too',
		needs: 'token',
		run: async (service) => {
			const answer = await service.read(operationPath('getEvent', { id: '999999999999' }), true);
			const absent = Object.values(rateLimitHeaders).filter((name) => headerOf(answer, name) === undefined);
			return [absent.length === 0 ? conforms : differs('the four headers', `without ${absent.join(', ')}`)];
		},
	},
	{
		id: 'limits.without-token',
		section: '8',
		states: 'limits of calls without a token are left open',
		run: async (service) => {
			const answer = await service.call(operationPath('listLocs'));
			const seen = answer.headers.filter(([name]) => name.toLowerCase().startsWith('x-ratelimit'));
			return [leftOpen(seen.length === 0 ? 'no headers' : seen.map((pair) => pair.join(': ')).join(', '))];
		},
	},
	{
		id: 'limits.page-size',
		section: '8',
		states: 'page-size limits are left open',
		run: async (service) => {
			const answer = await service.read(operationPath('listLocs', { count: 1000 }));
			return [
				leftOpen(
					`count=1000: ${answer.status === 200 ? `${elementsOf(answer, 'locs').length} elements` : showAnswer(answer)}`,
				),
			];
		},
	},
];
