/** Consent at a real sandbox, for tests of the BFF. */
import { consentAt } from '../sandbox/consent.ts';
import { demo, redirectUri, type TestSandbox } from '../sandbox/start-sandbox.ts';

/** Signs in and consents as a person would. @param uid defaults to that of `consentAt` @returns the authorization code */
export async function authorize(
	sandbox: Pick<TestSandbox, 'origin'>,
	state: string,
	uid?: string,
): Promise<string> {
	const query = new URLSearchParams({
		client_id: demo.client_id,
		redirect_uri: redirectUri,
		response_type: 'code',
		scope: 'event_basic_r,event_basic_w',
		state,
	});
	const back = await consentAt(sandbox.origin, query.toString(), uid === undefined ? {} : { uid });
	return back.searchParams.get('code') ?? '';
}
