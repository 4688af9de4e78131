/** Faults set through the control API: the next matching calls fail as specified. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ErrorCode } from '../../contract/spec/errors.ts';
import { errorBody, ServiceError } from '../requests/service-error.ts';

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
		/** Number of calls that fail; if absent, all until the faults are removed. */
		times: z.number().int().min(1),
	})
	.partial();
type Fault = z.output<typeof faultSchema>;

/** Maximum number of active faults: each is compared with every call. */
const maxActive = 1_000;

export function createFaults() {
	const active = new Map<string, { fault: Fault; left: number }>();
	let lastId = 0;
	return {
		get size() {
			return active.size;
		},
		/** Drops the oldest fault if there are too many. @returns the id */
		add(fault: Fault): string {
			lastId += 1;
			active.set(String(lastId), { fault, left: fault.times ?? Number.POSITIVE_INFINITY });
			for (const oldest of active.keys()) {
				if (active.size <= maxActive) break;
				active.delete(oldest);
			}
			return String(lastId);
		},
		/** The fault for a call, counted down; undefined if none matches. */
		take(method: string, path: string): Fault | undefined {
			for (const [id, entry] of active) {
				const { fault } = entry;
				if (fault.method !== undefined && fault.method.toUpperCase() !== method) continue;
				if (fault.path !== undefined && !path.startsWith(fault.path)) continue;
				entry.left -= 1;
				if (entry.left <= 0) active.delete(id);
				return fault;
			}
			return undefined;
		},
		clear: () => active.clear(),
	};
}

/**
 * Applies a fault to a call.
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
