/** Responds to a call as a fault says. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../contract/spec/errors.ts';
import { errorBody, ServiceError } from '../service-error.ts';
import type { Fault } from './faults.ts';

/**
 * @param requestLine `<METHOD> <path>` of the call
 * @returns whether a response was sent, or the connection closed
 */
export async function applyFault(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
	requestLine: string,
): Promise<boolean> {
	if (fault.delay_ms !== undefined) await wait(fault.delay_ms);
	if (fault.drop) {
		reply.hijack();
		request.raw.socket.destroy();
		return true;
	}
	if (fault.body !== undefined) {
		const bodies = {
			malformed: '{"code": 1, ',
			empty: '',
			html: '<!doctype html><title>502 Bad Gateway</title>',
		};
		const type = fault.body === 'html' ? 'text/html' : 'application/json';
		await reply
			.code(fault.status ?? 200)
			.header('content-type', type)
			.send(bodies[fault.body]);
		return true;
	}
	if (fault.code === undefined && fault.status === undefined) return false;
	const error = new ServiceError((fault.code ?? 999) as ErrorCode);
	await reply.code(fault.status ?? 400).send(errorBody(error, requestLine));
	return true;
}
