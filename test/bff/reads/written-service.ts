/** A client of the service whose responses a test writes, and the public reads that use it. */
import { createPublicRead } from '../../../src/bff/reads/public-read.ts';
import { createPublicReader } from '../../../src/bff/reads/public-reader.ts';
import { createSharedCache } from '../../../src/bff/reads/shared-cache.ts';
import type { SignPictures } from '../../../src/bff/reads/sign-pictures.ts';
import { createTokenNeeds } from '../../../src/bff/reads/token-needs.ts';
import type { Service, ServiceResponse } from '../../../src/bff/service/client.ts';

export type WrittenResponse = Partial<Pick<ServiceResponse, 'status' | 'body' | 'error'>>;

/** A response with an error body. */
export const rejection = (status: number, code: number): WrittenResponse => {
	const error = { code, msg: 'a_name', request: 'GET /' };
	return { status, body: error, error };
};

/**
 * @param respond returns the response to a path and query, by default with status 200, or throws
 * @returns `calls`: the arguments of every call; `lines`: the arguments of every log line
 */
export function writeService(
	respond: (url: URL) => WrittenResponse | Promise<WrittenResponse>,
	signPictures?: SignPictures,
) {
	const calls: unknown[][] = [];
	const lines: unknown[][] = [];
	const unused = () => {
		throw new Error('not used');
	};
	const service: Service = {
		async call(...call) {
			calls.push(call);
			const [, path] = call;
			const response = await respond(new URL(path, 'http://service.invalid'));
			return {
				status: 200,
				body: undefined,
				error: undefined,
				limitHeaders: {},
				retryAfter: undefined,
				...response,
			};
		},
		token: unused,
		pausedOperations: unused,
		close: unused,
	};
	const log = { info: (...line: unknown[]) => void lines.push(line) };
	const sign = signPictures ?? ((body: unknown) => body);
	const tokenNeeds = createTokenNeeds(() => 0);
	const read = createPublicRead(service, sign, tokenNeeds, log);
	const reader = createPublicReader(read, createSharedCache(), tokenNeeds, sign);
	return { read, reader, lines, calls, paths: () => calls.map(([, path]) => path) };
}
