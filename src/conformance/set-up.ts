/** Tries the tester's set-up before the checks: a wrong one would make findings that say nothing about the service. */
import { operationPath } from '../contract/spec/operations.ts';
import { NoResponse, type ServiceResponse } from './call.ts';
import { CannotRun } from './cannot-run.ts';
import { NotJudged, showResponse } from './check.ts';
import { codeOf, type Service, unknownId } from './service.ts';

/** Codes of calls whose token, or its user, is rejected (Spec §7). */
const rejectsToken: readonly unknown[] = [103, 104, 105, 106, 110, 121, 122, 123, 128];
/** Codes of calls that a token's scope, or its application, does not allow. */
const lacksScope: readonly unknown[] = [108, 109];
/** Codes of a token request whose application is not the one that is registered. */
const rejectsApplication: readonly unknown[] = [104, 105, 116, 117];

async function checkBaseUrl({ call, options }: Service): Promise<void> {
	const response = await call(operationPath('listLocs'));
	if (response.status === 200 || !/\/v2$/.test(options.baseUrl)) return;
	const withoutVersion = await call('/loc/list');
	if (withoutVersion.status === 200 || codeOf(withoutVersion) === 102)
		throw new CannotRun('--base-url ends in /v2, which is part of every path: give {base_url} without it');
}

async function checkToken({ call, options, tokens }: Service): Promise<void> {
	const token = tokens.access;
	// The tokens of a code replace a token that was given.
	if (token === null || options.code !== null) return;
	const responses: ServiceResponse[] = [];
	for (const path of [
		operationPath('listLocs'),
		operationPath('listEvents', { loc: options.locId ?? undefined }),
	])
		responses.push(await call(path, { token }));
	const rejected = responses.filter((response) => rejectsToken.includes(codeOf(response)));
	const [response] = rejected;
	if (response === undefined || rejected.length < responses.length) return;
	const canRefresh = options.write && options.application !== null && tokens.refresh !== null;
	if (codeOf(response) === 106 && canRefresh) return;
	throw new CannotRun(
		`--token: the service rejects it (${showResponse(response)}): give the access token of a user who has just signed in`,
	);
}

/** @throws CannotRun when a call that changes data shows that the token may not do so */
export function requireWriteAccess(response: ServiceResponse): void {
	if (lacksScope.includes(codeOf(response)))
		throw new CannotRun(
			`--write: the token may not write (${showResponse(response)}): give one with the scope event_basic_w, or leave --write out`,
		);
}

/** Unmarks interest in an event that does not exist, which changes nothing. */
async function checkWriting({ call, options, tokens }: Service): Promise<void> {
	if (!options.write || tokens.access === null || options.code !== null) return;
	const path = operationPath('unwishEvent', { id: unknownId });
	requireWriteAccess(await call(path, { method: 'DELETE', token: tokens.access }));
}

async function checkApplication({ token, options }: Service): Promise<void> {
	if (options.application === null) return;
	const { clientId, clientSecret, redirectUri } = options.application;
	const response = await token({
		client_id: clientId,
		client_secret: clientSecret,
		redirect_uri: redirectUri,
		grant_type: 'authorization_code',
		code: 'no-such-code',
	});
	if (rejectsApplication.includes(codeOf(response)))
		throw new CannotRun(
			`--client-id, --client-secret, --redirect-uri: the service rejects them (${showResponse(response)}): give those of a registered application`,
		);
}

/** @throws CannotRun with the remedy */
export async function checkSetUp(service: Service): Promise<void> {
	try {
		await checkBaseUrl(service);
		await checkApplication(service);
		await checkToken(service);
		await checkWriting(service);
	} catch (error) {
		if (error instanceof NoResponse || error instanceof NotJudged)
			throw new CannotRun(error.message, { cause: error });
		throw error;
	}
}
