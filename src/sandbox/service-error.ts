/** Refusals of the service in the specification's form (Spec §2.6, §7). */
import { type ErrorCode, errorName } from '../contract/errors.ts';
import type { ErrorBody } from '../contract/resources.ts';

/** Thrown by any rule of the sandbox; becomes HTTP 400 with code, msg and request. */
export class ServiceError extends Error {
	readonly code: ErrorCode;
	/** What follows the colon of `msg`. */
	readonly detail: string | undefined;

	constructor(code: ErrorCode, detail?: string) {
		super(detail === undefined ? errorName(code) : `${errorName(code)}: ${detail}`);
		this.name = 'ServiceError';
		this.code = code;
		this.detail = detail;
	}
}

/** The error body of a refusal. @param request `<METHOD> <path>` */
export function errorBody(error: ServiceError, request: string): ErrorBody {
	return { code: error.code, msg: error.message, request };
}
