/** The sandbox's control API through the BFF (design §7): there only with the embedded sandbox. */
import { csrfHeader } from '../../../contract/session.ts';

export interface SandboxState {
	/** Virtual time, ISO 8601. */
	now: string;
	/** Faults that are waiting. */
	faults: number;
}

/** @throws Error with what the sandbox said */
export async function control(method: string, path: string, body?: object): Promise<unknown> {
	const response = await fetch(`/developers/sandbox${path}`, {
		method,
		headers: { [csrfHeader]: '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${response.status} ${text}`);
	return JSON.parse(text);
}
