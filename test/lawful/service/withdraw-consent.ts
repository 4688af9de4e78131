/** Withdrawing consent at the sandbox's own page, by its forms. */

import { signInAt } from '../../sandbox/consent.ts';

/** @param uid of the person whose password is `<uid>-daybill` */
export async function withdrawConsentAt(origin: string, uid: string, clientId: string): Promise<void> {
	const post = (path: string, fields: Record<string, string>, cookie = '') =>
		fetch(`${origin}${path}`, {
			method: 'POST',
			body: new URLSearchParams(fields),
			redirect: 'manual',
			headers: { cookie },
		});
	const cookie = await signInAt(origin, uid);
	const page = await (await fetch(`${origin}/sandbox/consents`, { headers: { cookie } })).text();
	const guard = /name="guard" value="([^"]+)"/.exec(page)?.[1] ?? '';
	const done = await post('/sandbox/consents/withdraw', { client_id: clientId, guard }, cookie);
	if (done.status !== 303) throw new Error(`the consent was not withdrawn: ${done.status}`);
}
