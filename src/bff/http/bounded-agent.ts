import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Agent, type Dispatcher, errors } from 'undici';

/** Responses such as 103 before the proper one; undici limits neither their number nor, in all, their bytes. */
const maxInterim = 4;
/** A small body may come in single bytes, a large one in chunks of 512, each split between two packets. */
const piecesOf = (bytes: number) => 4_096 + bytes / 256;
const tooMany = (what: string) => new errors.ResponseExceededMaxSizeError(`too many ${what}`);

/** Ends responses in so many pieces that handling each would keep the only thread busy, though they are small. */
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

/** What a connection has received since its last request began. */
const received = new WeakMap<Socket, { reads: number; bytesBefore: number }>();

function countRead(this: Socket): void {
	const sinceRequest = received.get(this);
	if (sinceRequest === undefined) return;
	sinceRequest.reads += 1;
	if (sinceRequest.reads > piecesOf(this.bytesRead - sinceRequest.bytesBefore))
		this.destroy(tooMany('reads'));
}

// Also headers and chunk extensions may come in pieces: TLS records of one byte, each of which Node reads on its own.
subscribe('undici:client:sendHeaders', (message) => {
	const { socket } = message as { socket: Socket };
	if (!received.has(socket)) socket.on('readable', countRead);
	received.set(socket, { reads: 0, bytesBefore: socket.bytesRead });
});

/**
 * For requests to servers that may be hostile. A response that is too large fails with a ResponseExceededMaxSizeError,
 * and so does one in too many pieces. Without HTTP/2, which would let a server send any number of tiny frames.
 */
export const createBoundedAgent = (options: Agent.Options & { maxResponseSize: number }) =>
	new Agent({ ...options, allowH2: false }).compose(boundPieces);
