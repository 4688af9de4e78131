/** Errors of the service as the specification defines them (Spec §2.6, §7). */
import { type ErrorCode, errorName } from '../../contract/spec/errors.ts';
import type { ErrorBody } from '../../contract/spec/resources.ts';

/** Thrown by any rule of the sandbox; becomes HTTP 400 with code, msg and request. */
export class ServiceError extends Error {
	readonly code: ErrorCode;
	/** The text after the colon in `msg`. */
	readonly detail: string | undefined;

	constructor(code: ErrorCode, detail?: string) {
		super(detail === undefined ? errorName(code) : `${errorName(code)}: ${detail}`);
		this.name = 'ServiceError';
		this.code = code;
		this.detail = detail;
	}
}

/** `<METHOD> <path>` of a request, without its query string (Spec §2.6). */
export const requestLine = ({
	method = '',
	url = '',
}: {
	method?: string | undefined;
	url?: string | undefined;
}) => `${method} ${url.split('?')[0]}`;

/** @param request `<METHOD> <path>` */
export function errorBody(error: ServiceError, request: string): ErrorBody {
	return { code: error.code, msg: error.message, request };
}
