/** Checks of the grants that succeed (Spec §2.5, §3.1): a code for tokens, a refresh token for the next pair. */
import { readCount } from '../../contract/event/fields.ts';
import { levels } from '../../contract/spec/access.ts';
import { tokenResponseSchema } from '../../contract/spec/resources.ts';
import type { ServiceResponse } from '../call.ts';
import { type Check, conforms, differs, type Finding, leftOpen, notTried, show } from '../check.ts';
import { judgeCode } from '../error-code.ts';
import { bodyOf } from '../fields.ts';
import { codeOf, type Service } from '../service.ts';
import { judgeShape } from '../shape.ts';
import { exchangeCode, type Grant, type Refresh, refreshTokens } from './token-requests.ts';

const units = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400, milliseconds: 0.001 } as const;

/** The unit of `expires_in` by the lifetimes of the levels; a minute may have passed. */
function judgeLifetime(response: ServiceResponse): Finding {
	const { expires_in } = bodyOf(response);
	const count = readCount(expires_in);
	for (const [unit, seconds] of Object.entries(units))
		for (const [level, { accessTokenSeconds }] of Object.entries(levels))
			if (count !== null && Math.abs(accessTokenSeconds - count * seconds) <= 60)
				return leftOpen(`${unit}: ${count} is the lifetime of ${level}`);
	const days = Object.values(levels).map(({ accessTokenSeconds }) => accessTokenSeconds / 86_400);
	return differs(
		`expires_in: the lifetime of a level in any unit, ${days.join(', ')} days`,
		show(expires_in),
		response,
	);
}

/** The texts of tokens are in no report. */
function judgeNew({ response, accessToken, parameters }: Refresh): Finding[] {
	const body = bodyOf(response);
	const used = { access_token: accessToken, refresh_token: parameters.refresh_token };
	return (['access_token', 'refresh_token'] as const).map((name) =>
		body[name] === used[name] ? differs(`a new ${name}`, 'the one before', response) : conforms,
	);
}

/** Whether a code or refresh token that was right is unknown after a request that was wrong in another parameter. */
const isEnded = ({ response, wrong }: Pick<Grant, 'response' | 'wrong'>, code: 118 | 119): boolean =>
	codeOf(response) === code && Object.keys(wrong).length > 0;

const ended = notTried('the service ends a code or refresh token with the first request that it rejects');
const needsCode = notTried('needs an application and a fresh --code');
const needsRefresh = notTried('needs --write, an application, a token and its refresh token');
const noTokens = notTried('the code brought no tokens');
const hasExpired = notTried('the access token has expired');
const notExpired = notTried('the access token has not expired');

type Judge<Subject> = (subject: Subject, service: Service) => Finding | Finding[] | Promise<Finding[]>;

/** Exchanges the code that was given, once in a run, and judges that. @returns the `run` of a check */
const judgeExchange =
	(judge: Judge<Grant>): Check['run'] =>
	async (service) => {
		const exchange = await exchangeCode(service);
		return exchange === null ? [needsCode] : [await judge(exchange, service)].flat();
	};

/** Uses the refresh token that was given, once in a run, and judges that. @returns the `run` of a check */
const judgeRefresh =
	(judge: Judge<Refresh>): Check['run'] =>
	async (service) => {
		const refresh = await refreshTokens(service);
		return refresh === null ? [needsRefresh] : [await judge(refresh, service)].flat();
	};

/** These checks run first, since later ones use their tokens. */
export const grantChecks: readonly Check[] = [
	{
		id: 'token.exchange',
		section: '2.5',
		states: 'a valid code gives access_token, expires_in, refresh_token and service_user_id',
		needs: 'application',
		run: judgeExchange((exchange) =>
			isEnded(exchange, 118) ? ended : judgeShape(exchange.response, tokenResponseSchema),
		),
	},
	{
		id: 'token.expires-in',
		section: '5',
		states: 'expires_in is the lifetime of a level; its unit is left open',
		needs: 'application',
		run: judgeExchange(({ response }) => (response.status === 200 ? judgeLifetime(response) : noTokens)),
	},
	{
		id: 'token.refresh-early',
		section: '3.1',
		states: 'a refresh before the access token has expired fails with 124',
		needs: 'write',
		run: judgeRefresh(({ expired, response }) => (expired ? hasExpired : judgeCode(response, [124]))),
	},
	{
		id: 'token.refresh-late',
		section: '3.1',
		states: 'a refresh after the access token has expired gives a new pair',
		needs: 'write',
		run: judgeRefresh((refresh) => {
			if (!refresh.expired) return notExpired;
			return isEnded(refresh, 119)
				? ended
				: [...judgeShape(refresh.response, tokenResponseSchema), ...judgeNew(refresh)];
		}),
	},
	{
		id: 'token.refresh-expires-in',
		section: '5',
		states: 'expires_in of a refresh is the lifetime of a level; its unit is left open',
		needs: 'write',
		run: judgeRefresh(({ expired, response }) =>
			expired && response.status === 200
				? judgeLifetime(response)
				: notTried('the refresh token brought no tokens'),
		),
	},
];

/**
 * These run last: a service may end the tokens that came of a code or refresh token when it is used again (RFC 6749
 * §4.1.2), and no other check could use them then.
 */
export const replayChecks: readonly Check[] = [
	{
		id: 'token.code-once',
		section: '3.1',
		states: 'an authorization code works once only: the second time fails with 118',
		needs: 'application',
		run: judgeExchange(async ({ response, parameters }, service) =>
			response.status === 200 ? judgeCode(await service.token(parameters), [118]) : [noTokens],
		),
	},
	{
		id: 'token.refresh-once',
		section: '3.1',
		states: 'a refresh token works once only: the second time fails with 119',
		needs: 'write',
		run: judgeRefresh(async ({ expired, parameters }, service) =>
			expired ? judgeCode(await service.token(parameters), [119]) : [notExpired],
		),
	},
];
