/** Faults set through the control API: the next matching calls fail as a fault specifies. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ErrorCode } from '../../contract/spec/errors.ts';
import { ServiceError } from '../requests/service-error.ts';

export const faultSchema = z
	.strictObject({
		/** HTTP method; any if absent. */
		method: z.string().min(1).max(500),
		/** Prefix of the path; any if absent. */
		path: z.string().min(1).max(500),
		/** Error code of the response; its status is `status`, or 400. */
		code: z.number().int(),
		status: z.number().int().min(200).max(599),
		delay_ms: z.number().int().min(0).max(120_000),
		body: z.enum(['malformed', 'empty', 'html']),
		/** Closes the connection without a response. */
		drop: z.boolean(),
		/** Number of calls that the fault affects; if absent, all until the faults are removed. */
		times: z.number().int().min(1),
	})
	.partial();
type Fault = z.output<typeof faultSchema>;

export function createFaults() {
	const active: { fault: Fault; left: number }[] = [];
	let lastId = 0;
	return {
		get size() {
			return active.length;
		},
		/** @returns the fault's id */
		add(fault: Fault): string {
			active.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
			lastId += 1;
			return String(lastId);
		},
		/** Finds the fault for a call, and counts the call. Undefined if none matches. */
		take(method: string, path: string): Fault | undefined {
			const isMeant = ({ fault }: { fault: Fault }) =>
				(fault.method ?? method).toUpperCase() === method && path.startsWith(fault.path ?? '');
			const index = active.findIndex(isMeant);
			const entry = active[index];
			if (entry === undefined) return undefined;
			entry.left -= 1;
			if (entry.left === 0) active.splice(index, 1);
			return entry.fault;
		},
		clear(): void {
			active.length = 0;
		},
	};
}

/**
 * Applies a fault to a call.
 * @returns whether a response was sent, or the connection closed
 * @throws the fault's ServiceError
 */
export async function applyFault(
	fault: Fault,
	request: FastifyRequest,
	reply: FastifyReply,
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
	throw new ServiceError((fault.code ?? 999) as ErrorCode, undefined, fault.status);
}
