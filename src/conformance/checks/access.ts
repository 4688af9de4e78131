/** Checks of calls with a token, without one and with a wrong one (Spec §5). */
import { operationPath } from '../../contract/spec/operations.ts';
import {
	type Check,
	conforms,
	differs,
	type Finding,
	leftOpen,
	NotJudged,
	notTried,
	showResponse,
} from '../check.ts';
import { judgeCode } from '../error-code.ts';
import { codeOf, type Service } from '../service.ts';

const writes = [
	['joinEvent', 'POST'],
	['leaveEvent', 'DELETE'],
	['wishEvent', 'POST'],
	['unwishEvent', 'DELETE'],
] as const;

/** Judges a call about a known event: about an unknown one, a service may report that first. */
async function withEvent(service: Service, judge: (id: string) => Promise<Finding[]>): Promise<Finding[]> {
	const { eventId, why } = await service.known();
	return eventId === null ? [notTried(why)] : judge(eventId);
}

export const accessChecks: readonly Check[] = [
	...writes.flatMap(([name, method]): Check[] => [
		{
			id: `${name}.without-token`,
			section: '5',
			states: `${method} without a token fails with 102`,
			run: (service) =>
				withEvent(service, async (id) =>
					judgeCode(await service.call(operationPath(name, { id }), { method }), [102]),
				),
		},
		{
			id: `${name}.bad-token`,
			section: '5',
			states: `${method} with a token that does not exist fails with 103`,
			run: (service) =>
				withEvent(service, async (id) =>
					judgeCode(
						await service.call(operationPath(name, { id }), { method, token: 'no-such-token' }),
						[103],
					),
				),
		},
	]),
	{
		id: 'token.other-scheme',
		section: '5',
		states: 'a write with an Authorization header that is not Bearer fails with 102 or 103',
		run: (service) =>
			withEvent(service, async (id) => {
				const headers = { authorization: 'Basic bm86b25l' };
				const path = operationPath('wishEvent', { id });
				return judgeCode(await service.call(path, { method: 'POST', headers }), [102, 103]);
			}),
	},
	{
		id: 'reads.without-token',
		section: '5',
		states: 'which calls need a token is left open',
		run: async (service) => {
			const response = await service.call(operationPath('listLocs'));
			return response.status === 200 ? [leftOpen('the city list needs none')] : judgeCode(response, []);
		},
	},
	{
		id: 'reads.bad-token',
		section: '5',
		states: 'whether a read with a token that does not exist fails is left open',
		run: async (service) => {
			const response = await service.call(operationPath('listLocs'), { token: 'no-such-token' });
			return response.status === 200 ? [leftOpen('the token is ignored')] : judgeCode(response, [103]);
		},
	},
	{
		id: 'scheme.http',
		section: '5',
		states: 'calls that need authorization use HTTPS: over plain HTTP they fail with 100',
		run: async (service) => {
			if (!service.options.baseUrl.startsWith('http:')) return [notTried('{base_url} is https')];
			try {
				const response = await service.call(operationPath('joinEvent', { id: '1' }), { method: 'POST' });
				return [
					leftOpen(`this URL is plain HTTP, and the response is ${codeOf(response) ?? response.status}`),
				];
			} catch (error) {
				// A call over plain HTTP that fails with 100 is not judged elsewhere; here it is what is expected.
				if (error instanceof NotJudged && error.message.includes('(100)')) return [conforms];
				throw error;
			}
		},
	},
	{
		id: 'token.read',
		section: '5',
		states: 'a call with a good token in the Authorization header succeeds',
		needs: 'token',
		run: async (service) => {
			const response = await service.readOwn(operationPath('listLocs'));
			return [
				response.status === 200 ? conforms : differs('HTTP status 200', showResponse(response), response),
			];
		},
	},
];
