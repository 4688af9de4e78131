/**
 * What the log says of requests and errors: only what is listed here, so that no secret gets into it at any level
 * (checklist 10, 11). Paths have secrets (a calendar's), queries have codes, and errors of parsers have whole requests.
 */
import type { FastifyRequest } from 'fastify';

/** A request by its route's pattern; null for a URL that no route has. */
function describeRequest({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>) {
	return { method, route: routeOptions?.url ?? null };
}

/** Causes of causes that are logged. */
const maxCauses = 5;

type ErrorDescription = {
	type: string;
	message: string;
	stack: string;
	code?: string | number;
	cause?: ErrorDescription;
};

/** An error by name, message, code, stack and causes; other properties may hold what somebody sent. */
function describeError(error: unknown, causes = maxCauses): ErrorDescription {
	if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
	const { code } = error as NodeJS.ErrnoException;
	return {
		type: error.name,
		message: error.message,
		stack: error.stack ?? '',
		...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
		...(error.cause !== undefined && causes > 0 ? { cause: describeError(error.cause, causes - 1) } : {}),
	};
}

/** For the logger of Fastify. */
export const logSerializers = {
	req: describeRequest,
	err: (error: unknown) => describeError(error),
} as const;
