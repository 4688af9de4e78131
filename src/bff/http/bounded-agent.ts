import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Agent, type Dispatcher, errors } from 'undici';

/** Interim responses, such as 103, before a response. Undici limits neither their number nor their total size. */
const maxInterim = 4;
/** Limit on chunks, or on reads. Allows a small body in single bytes, and a large one in chunks of 256 bytes. */
const piecesOf = (bytes: number) => 4_096 + bytes / 256;
const tooMany = (what: string) => new errors.ResponseExceededMaxSizeError(`too many ${what}`);

/** Aborts a response that is small, but comes in so many pieces that handling each would keep the event loop busy. */
const boundPieces: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
	let [interim, chunks, bytes] = [0, 0, 0];
	return dispatch(options, {
		onRequestStart: (...all) => handler.onRequestStart?.(...all),
		onResponseStart(controller, status, ...others) {
			if (status < 200) interim += 1;
			if (interim > maxInterim) controller.abort(tooMany('interim responses'));
			else handler.onResponseStart?.(controller, status, ...others);
		},
		onResponseData(controller, chunk) {
			chunks += 1;
			bytes += chunk.byteLength;
			if (chunks > piecesOf(bytes)) controller.abort(tooMany('chunks'));
			else handler.onResponseData?.(controller, chunk);
		},
		onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
		onResponseError: (...all) => handler.onResponseError?.(...all),
	});
};

/** How often each connection was read since its last request, and the bytes that it had received before. */
const received = new WeakMap<Socket, { reads: number; bytesBefore: number }>();

function countRead(this: Socket): void {
	const sinceRequest = received.get(this);
	if (sinceRequest === undefined) return;
	sinceRequest.reads += 1;
	if (sinceRequest.reads > piecesOf(this.bytesRead - sinceRequest.bytesBefore))
		this.destroy(tooMany('reads'));
}

// Headers and chunk extensions may come in pieces, too: TLS records of one byte, each of which Node reads separately.
subscribe('undici:client:sendHeaders', (message) => {
	const { socket } = message as { socket: Socket };
	if (!received.has(socket)) socket.on('readable', countRead);
	received.set(socket, { reads: 0, bytesBefore: socket.bytesRead });
});

/**
 * Creates an agent for requests to servers that may be hostile. A response that is too large or comes in too many
 * pieces fails with a ResponseExceededMaxSizeError. HTTP/2 is off: a server could send any number of tiny frames.
 */
export const createBoundedAgent = (options: Agent.Options & { maxResponseSize: number }) =>
	new Agent({ ...options, allowH2: false }).compose(boundPieces);
