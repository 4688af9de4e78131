/** Sessions of people for whom the sandbox has issued tokens, without a sign-in of each. */
import { newSecret } from '../../src/bff/session/encryption.ts';
import type { SessionStore } from '../../src/bff/session/session-store.ts';
import type { TokenResponse } from '../../src/contract/spec/resources.ts';
import type { Control } from '../sandbox/control.ts';

/** A person who is signed in. */
export interface Member {
	userId: string;
	/** Value of the session cookie. */
	id: string;
}

/** @param now milliseconds since 1970 */
export async function storeSessions(
	store: Pick<SessionStore, 'create'>,
	control: Control,
	userIds: readonly string[],
	now: number,
): Promise<Member[]> {
	const members: Member[] = [];
	for (const userId of userIds) {
		const tokens = await control<TokenResponse>('POST', '/tokens', {
			client_id: 'daybill-demo',
			user_id: userId,
		});
		const id = newSecret();
		await store.create(id, {
			userId,
			scope: 'event_basic_r,event_basic_w',
			tokens: {
				accessToken: tokens.access_token,
				refreshToken: tokens.refresh_token,
				expiresIn: tokens.expires_in,
				receivedAt: now,
			},
		});
		members.push({ userId, id });
	}
	return members;
}
