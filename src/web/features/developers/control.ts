/** The sandbox's control API through the BFF: only with the embedded sandbox. */
import { csrfHeader } from '../../../contract/bff-api/session.ts';
import { bffPatterns } from '../../../contract/paths.ts';

export interface SandboxState {
	/** Virtual time, ISO 8601. */
	now: string;
	/** Number of faults that wait for a call. */
	faults: number;
}

const prefix = bffPatterns.sandboxControl.replace('/*', '');

/**
 * Calls the control API.
 *
 * @param path below `/_sandbox`, for example `/clock`
 * @throws Error with the status and what the sandbox said
 */
export async function control(method: string, path: string, body?: object): Promise<unknown> {
	const response = await fetch(`${prefix}${path}`, {
		method,
		headers: { [csrfHeader]: '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${response.status} ${text}`);
	return JSON.parse(text);
}
