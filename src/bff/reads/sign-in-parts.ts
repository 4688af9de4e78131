/** Signing the pictures of long lists in parts: a service may send thousands of elements, however few are asked for. */
import { inParts, type Pause } from '../http/in-parts.ts';
import { nextTurnIfLong } from '../http/turns.ts';
import type { SignPictures } from './sign-pictures.ts';

/** Elements that are signed before other work may go first: the text of each may have 40 pictures. */
const partSize = 20;

/**
 * @param body of the service
 * @param parts as for {@link SignPictures}
 * @returns the same as `sign` returns for the whole body
 */
export async function signInParts(
	sign: SignPictures,
	body: unknown,
	parts?: Parameters<SignPictures>[1],
	pause: Pause = nextTurnIfLong,
): Promise<unknown> {
	const events = (body as { events?: unknown } | null | undefined)?.events;
	if (!Array.isArray(events) || events.length <= partSize) return sign(body, parts);
	const signed: unknown[] = [];
	for await (const part of inParts<unknown>(events, partSize, pause)) {
		// In a body of their own, so that they are as deep in it, and its other fields count, too.
		const { events: done } = sign({ ...(body as object), events: part }, parts) as { events: unknown[] };
		signed.push(...done);
	}
	const rest = sign({ ...(body as object), events: [] }, parts) as object;
	return { ...rest, events: signed };
}
