import { Agent, type Dispatcher, errors } from 'undici';

/** Responses such as 103 before the proper one; undici limits neither their number nor, in all, their bytes. */
const maxInterim = 10;
/** A small body may come in single bytes, a large one in chunks of 512, each split between two packets. */
const partsOf = (bytes: number) => 4_096 + bytes / 256;

/** Ends responses in so many pieces that handling each would keep the only thread busy, though they are small. */
const boundPieces: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
	let [interim, parts, bytes] = [0, 0, 0];
	return dispatch(options, {
		onRequestStart: (...all) => handler.onRequestStart?.(...all),
		onResponseStart(controller, status, ...others) {
			if (status < 200) interim += 1;
			if (interim > maxInterim)
				controller.abort(new errors.ResponseExceededMaxSizeError('too many interim responses'));
			else handler.onResponseStart?.(controller, status, ...others);
		},
		onResponseData(controller, part) {
			parts += 1;
			bytes += part.byteLength;
			if (parts > partsOf(bytes)) controller.abort(new errors.ResponseExceededMaxSizeError('too many parts'));
			else handler.onResponseData?.(controller, part);
		},
		onResponseEnd: (...all) => handler.onResponseEnd?.(...all),
		onResponseError: (...all) => handler.onResponseError?.(...all),
	});
};

/**
 * For requests to servers that may be hostile. A response that is too large fails with a ResponseExceededMaxSizeError,
 * and so does one in too many pieces. Without HTTP/2, which would let a server send any number of tiny frames.
 */
export const createBoundedAgent = (options: Agent.Options & { maxResponseSize: number }) =>
	new Agent({ ...options, allowH2: false }).compose(boundPieces);
