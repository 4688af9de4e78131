/** Checks of the grants that succeed (Spec §2.5, §3.1): a code for tokens, a refresh token for the next pair. */
import { levels } from '../../contract/spec/access.ts';
import { tokenResponseSchema } from '../../contract/spec/resources.ts';
import { NotJudged, type ServiceResponse } from '../call.ts';
import { check, conforms, differs, type Finding, leftOpen, show } from '../check.ts';
import { typeOf } from '../fields.ts';
import { judgeCode, requireOk } from '../judge.ts';
import { bodyOf, readCount } from '../read.ts';
import { codeOf, type Service } from '../service.ts';
import { exchangeCode, type Grant, type Refresh, refreshTokens } from './token-requests.ts';

const units = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400, milliseconds: 0.001 } as const;

/** The unit of `expires_in` by the lifetimes of the levels; a minute may have passed. */
function judgeLifetime(response: ServiceResponse): Finding {
	if (response.status !== 200) throw new NotJudged('the request brought no tokens');
	const { expires_in } = bodyOf(response);
	const count = readCount(expires_in);
	for (const [unit, seconds] of Object.entries(units))
		for (const [level, { accessTokenSeconds }] of Object.entries(levels))
			if (count !== null && Math.abs(accessTokenSeconds - count * seconds) <= 60)
				return leftOpen(`${unit}: ${count} is the lifetime of ${level}`);
	const days = Object.values(levels).map(({ accessTokenSeconds }) => accessTokenSeconds / 86_400);
	const expected = `expires_in: the lifetime of a level in any unit, ${days.join(', ')} days`;
	return differs(expected, show(expires_in), response);
}

/** The texts of tokens are in no report. */
function judgeNew({ response, accessToken, parameters }: Refresh): Finding[] {
	const body = bodyOf(response);
	const used = { access_token: accessToken, refresh_token: parameters.refresh_token };
	return (['access_token', 'refresh_token'] as const).map((name) =>
		body[name] === used[name] ? differs(`a new ${name}`, 'the one before', response) : conforms,
	);
}

/** Judges a token response. @param unknown code for a code or refresh token that the service does not know */
function judgeTokens({ response, wrong }: Grant, unknown: 118 | 119): Finding[] {
	if (codeOf(response) === unknown && Object.keys(wrong).length > 0)
		throw new NotJudged('the service ends a code or refresh token with the first request that it rejects');
	requireOk(response);
	const body = bodyOf(response);
	return Object.entries(tokenResponseSchema.shape).map(([name, schema]) =>
		schema.safeParse(body[name]).success
			? conforms
			: differs(`${name}: ${typeOf(schema)}`, show(body[name]), response),
	);
}

/** @throws NotJudged when the service accepted the access token */
async function refreshLate(service: Service): Promise<Refresh> {
	const refresh = await refreshTokens(service);
	if (refresh.rejections.length === 0)
		throw new NotJudged(
			'the service accepts the access token: it has not expired, or the service accepts expired ones',
		);
	return refresh;
}

/** These checks run first, since later ones use their tokens. */
export const grantChecks = [
	check('2.5', 'token.exchange', 'a valid code gives tokens, their lifetime and the user', async (service) =>
		judgeTokens(await exchangeCode(service), 118),
	),
	check('5', 'token.expires-in', 'expires_in is the lifetime of a level', async (service) =>
		judgeLifetime((await exchangeCode(service)).response),
	),
	check('3.1', 'token.refresh-early', 'before expiry, a refresh fails with 124', async (service) => {
		const { rejections, response } = await refreshTokens(service);
		if (rejections.length > 0) throw new NotJudged('the access token has expired');
		if (response.status !== 200) return judgeCode(response, [124]);
		const expected = 'code 124 while calls with the access token succeed, or 106 for those if it has expired';
		return differs(expected, 'tokens, and the calls succeed', response);
	}),
	check('3.1', 'token.expired', 'after expiry, calls with the access token fail with 106', async (service) =>
		(await refreshLate(service)).rejections.flatMap((response) => judgeCode(response, [106])),
	),
	check('3.1', 'token.refresh-late', 'after expiry, a refresh gives a new pair', async (service) => {
		const refresh = await refreshLate(service);
		return [...judgeTokens(refresh, 119), ...judgeNew(refresh)];
	}),
	check('5', 'token.refresh-expires-in', 'expires_in is the lifetime of a level', async (service) =>
		judgeLifetime((await refreshLate(service)).response),
	),
];

/**
 * These run last: a service may end the tokens that came of a code or refresh token when it is used again (RFC 6749
 * §4.1.2), and no other check could use them then.
 */
export const replayChecks = [
	check('3.1', 'token.code-once', 'a code works once, then fails with 118', async (service) => {
		const { response, parameters } = await exchangeCode(service);
		if (response.status !== 200) throw new NotJudged('the code brought no tokens');
		return judgeCode(await service.token(parameters), [118]);
	}),
	check('3.1', 'token.refresh-once', 'a refresh token works once, then fails with 119', async (service) =>
		judgeCode(await service.token((await refreshLate(service)).parameters), [119]),
	),
];
