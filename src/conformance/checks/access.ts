/** Checks of calls with, without and with a bad token (Spec §5). */
import { operationPath } from '../../contract/operations.ts';
import { type Check, conforms, differs, leftOpen, notTried, showAnswer } from '../check.ts';
import { judgeCode } from '../error-code.ts';

const writes = [
	['joinEvent', 'POST'],
	['leaveEvent', 'DELETE'],
	['wishEvent', 'POST'],
	['unwishEvent', 'DELETE'],
] as const;

export const accessChecks: readonly Check[] = [
	...writes.map(
		([name, method]): Check => ({
			id: `${name}.without-token`,
			section: '5',
			states: `${method} without a token fails with 102`,
			run: async (service) => {
				const { eventId } = await service.known();
				const path = operationPath(name, { id: eventId ?? '1' });
				return judgeCode(await service.call(path, { method }), [102]);
			},
		}),
	),
	...writes.map(
		([name, method]): Check => ({
			id: `${name}.bad-token`,
			section: '5',
			states: `${method} with a token that does not exist fails with 103`,
			run: async (service) => {
				const { eventId } = await service.known();
				const path = operationPath(name, { id: eventId ?? '1' });
				return judgeCode(await service.call(path, { method, token: 'no-such-token' }), [103]);
			},
		}),
	),
	{
		id: 'token.other-scheme',
		section: '5',
		states: 'a write with an Authorization header that is not Bearer has no token: 102',
		run: async (service) => {
			const { eventId } = await service.known();
			const path = operationPath('wishEvent', { id: eventId ?? '1' });
			const headers = { authorization: 'Basic bm86b25l' };
			return judgeCode(await service.call(path, { method: 'POST', headers }), [102]);
		},
	},
	{
		id: 'reads.without-token',
		section: '5',
		states: 'which calls need a token is left open',
		run: async (service) => {
			const answer = await service.call(operationPath('listLocs'));
			return answer.status === 200 ? [leftOpen('reads go without one')] : judgeCode(answer, []);
		},
	},
	{
		id: 'reads.bad-token',
		section: '5',
		states: 'a read with a token that does not exist: refused or passed over is left open',
		run: async (service) => {
			const answer = await service.call(operationPath('listLocs'), { token: 'no-such-token' });
			return answer.status === 200 ? [leftOpen('passed over')] : judgeCode(answer, [103]);
		},
	},
	{
		id: 'scheme.http',
		section: '5',
		states: 'calls that need authorization use HTTPS: over plain HTTP they fail with 100',
		run: async (service) => {
			if (!service.options.baseUrl.startsWith('http:')) return [notTried('{base_url} is https')];
			const answer = await service.call(operationPath('joinEvent', { id: '1' }), { method: 'POST' });
			const { code } = (answer.json ?? {}) as { code?: unknown };
			return [code === 100 ? conforms : leftOpen('this address is plain HTTP, and answers')];
		},
	},
	{
		id: 'token.read',
		section: '5',
		states: 'a call with a good token in the Authorization header succeeds',
		needs: 'token',
		run: async (service) => {
			const answer = await service.read(operationPath('listLocs'), true);
			return [answer.status === 200 ? conforms : differs('HTTP status 200', showAnswer(answer))];
		},
	},
];
