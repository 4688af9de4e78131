/** How the recorded service rejects a request: a status, a code and a message. */
export class Rejection extends Error {
	readonly status: number;
	readonly code: number;

	constructor(status: number, code: number, msg: string) {
		super(msg);
		this.status = status;
		this.code = code;
	}
}

/** The error for anything that the recorded service does not have. */
export const notFound = () => new Rejection(404, 1001, 'uri_not_found');
