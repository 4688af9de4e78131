import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableError } from '../../../src/contract/event/fields.ts';
import { readTokens } from '../../../src/contract/event/token.ts';

const wire = { access_token: 'a', expires_in: 3_600, refresh_token: 'r', service_user_id: '7' };

describe('a token response from a service (Spec §2.5)', () => {
	it('is read completely', () => {
		expect(readTokens(wire)).toEqual({
			accessToken: 'a',
			refreshToken: 'r',
			expiresIn: 3_600,
			userId: '7',
		});
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

	it('has no refresh token when the service sends none', () => {
		for (const refresh_token of [undefined, null, ''])
			expect(readTokens({ ...wire, refresh_token }).refreshToken).toBeNull();
	});

	it('has no refresh token and no user when they are too long to store', () => {
		const read = (refresh: number, user: number) =>
			readTokens({ ...wire, refresh_token: 'r'.repeat(refresh), service_user_id: '7'.repeat(user) });
		expect(read(8_192, 200)).toMatchObject({ refreshToken: 'r'.repeat(8_192), userId: '7'.repeat(200) });
		expect(read(8_193, 201)).toMatchObject({ accessToken: 'a', refreshToken: null, userId: null });
	});

	it('has an access token of any length that fits into a header', () => {
		for (const access_token of ['a.b-c_d~e+f/g=', 'x'.repeat(8_192)])
			expect(readTokens({ ...wire, access_token }).accessToken).toBe(access_token);
	});

	it('takes the user from the field of the specification, even if the service has its own field', () => {
		expect(readTokens({ ...wire, events_user_id: '9' }).userId).toBe('7');
	});

	it('may have the user as a number, or in a field with the name of the service', () => {
		expect(readTokens({ ...wire, service_user_id: 7 }).userId).toBe('7');
		const { service_user_id, ...rest } = wire;
		expect(readTokens({ ...rest, events_user_id: service_user_id, events_user_name: 'A' }).userId).toBe('7');
		expect(readTokens({ ...rest, service_user_id: null, events_user_id: 7 }).userId).toBe('7');
		expect(readTokens(rest).userId).toBeNull();
		expect(readTokens({ ...rest, a_user_id: '1', b_user_id: '2' }).userId).toBeNull();
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
