/** Spec §2.6, §7. */
import { type ErrorCode, errorName } from '../contract/spec/errors.ts';
import type { ErrorBody } from '../contract/spec/resources.ts';

/** Becomes HTTP 400 with code, msg and request. */
export class ServiceError extends Error {
	readonly code: ErrorCode;
	/** After the colon in `msg`. */
	readonly detail: string | undefined;

	constructor(code: ErrorCode, detail?: string) {
		super(detail === undefined ? errorName(code) : `${errorName(code)}: ${detail}`);
		this.name = 'ServiceError';
		this.code = code;
		this.detail = detail;
	}
}

/** `<METHOD> <path>`, without the query string (Spec §2.6). */
export const requestLine = ({
	method = '',
	url = '',
}: {
	method?: string | undefined;
	url?: string | undefined;
}) => `${method} ${url.split('?')[0]}`;

export function errorBody(error: ServiceError, request: string): ErrorBody {
	return { code: error.code, msg: error.message, request };
}
