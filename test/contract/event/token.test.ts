import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableError } from '../../../src/contract/event/fields.ts';
import { readTokens } from '../../../src/contract/event/token.ts';

const wire = { access_token: 'a', expires_in: 3_600, refresh_token: 'r', service_user_id: '7' };

describe('a token response from a service (Spec §2.5)', () => {
	const { service_user_id: _user, ...withoutUser } = wire;
	const [long, longest] = ['x'.repeat(8_192), '7'.repeat(200)];
	it.each<[string, object, object]>([
		['a complete one', wire, { accessToken: 'a', refreshToken: 'r', expiresIn: 3_600, userId: '7' }],
		...[undefined, null, ''].map((refresh_token): [string, object, object] => [
			`no refresh token: ${refresh_token}`,
			{ ...wire, refresh_token },
			{ refreshToken: null },
		]),
		['unusual characters', { ...wire, access_token: 'a.b-c_d~e+f/g=' }, { accessToken: 'a.b-c_d~e+f/g=' }],
		[
			'the longest that fit',
			{ access_token: long, refresh_token: long, service_user_id: longest },
			{ accessToken: long, refreshToken: long, userId: longest },
		],
		[
			'a refresh token and a user that are too long to store',
			{ ...wire, refresh_token: `${long}x`, service_user_id: `${longest}7` },
			{ accessToken: 'a', refreshToken: null, userId: null },
		],
		['a user under two names', { ...wire, events_user_id: '9' }, { userId: '7' }],
		['a user as a number', { ...wire, service_user_id: 7 }, { userId: '7' }],
		[
			'a user under the name of the service',
			{ ...withoutUser, events_user_id: '7', events_user_name: 'A' },
			{ userId: '7' },
		],
		['an empty user', { ...wire, service_user_id: null, events_user_id: 7 }, { userId: '7' }],
		['no user', withoutUser, { userId: null }],
		['two users', { ...withoutUser, a_user_id: '1', b_user_id: '2' }, { userId: null }],
	])('is read: %s', (_what, sent, tokens) => {
		expect(readTokens(sent)).toMatchObject(tokens);
	});

	it.each([
		['3600', 3_600],
		[7_775_999, 7_775_999],
		[undefined, 604_800],
		[0, 604_800],
		[-1, 604_800],
		['soon', 604_800],
		[999_999_999_999_999, 315_360_000],
	])('reads %j as a lifetime of %i seconds', (expires_in, seconds) => {
		expect(readTokens({ ...wire, expires_in }).expiresIn).toBe(seconds);
	});

	it('is unreadable without an access token that fits into a header, and no error contains a token', () => {
		expect(() => readTokens(null)).toThrow(UnreadableError);
		for (const access_token of ['', 'with space', 'break\n', 'é', 'x'.repeat(8_193), null, {}])
			expect(() => readTokens({ ...wire, access_token, refresh_token: 'the-secret' })).toThrow(
				new UnreadableError('the token response has no usable access token'),
			);
	});

	it('is read or rejected, whatever is sent', () => {
		fc.assert(
			fc.property(fc.anything(), fc.anything(), fc.anything(), (access_token, expires_in, user) => {
				try {
					const tokens = readTokens({ access_token, expires_in, service_user_id: user });
					expect(Number.isNaN(new Date(Date.now() + tokens.expiresIn * 1_000).getTime())).toBe(false);
				} catch (error) {
					expect(error).toBeInstanceOf(UnreadableError);
				}
			}),
		);
	});
});
