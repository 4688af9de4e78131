/** How the recorded service refuses: a status, a code and a message. */
export class Refusal extends Error {
	readonly status: number;
	readonly code: number;

	constructor(status: number, code: number, msg: string) {
		super(msg);
		this.status = status;
		this.code = code;
	}
}

/** What the recorded service says of anything that it does not have. */
export const notFound = () => new Refusal(404, 1001, 'uri_not_found');
