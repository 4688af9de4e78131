/** A proxy in front of the sandbox that records calls, and issued tokens, for which tests can search. */
import { onTestFinished } from 'vitest';
import type { Middleware } from './conformance/service/messages.ts';
import { startProxy } from './conformance/service/proxy.ts';

/** @param target origin of the sandbox */
export async function startRecordingProxy(target: string) {
	/** Every access token and refresh token in the responses, in order. */
	const tokens: string[] = [];
	/** All calls, as `METHOD /path`. */
	const calls: string[] = [];
	const record: Middleware = async (request, next) => {
		calls.push(`${request.method} /${request.path.join('/')}`);
		const response = await next(request);
		const body = JSON.stringify(response.body);
		for (const [, token = ''] of body.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) tokens.push(token);
		return response;
	};
	const { origin, close } = await startProxy(() => target, record);
	onTestFinished(close);
	return { origin, tokens, calls };
}
