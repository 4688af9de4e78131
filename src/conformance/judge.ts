/** Judges error responses by their status and their code (Spec §7). */
import type { ServiceResponse } from './call.ts';
import { conforms, Differs, differs, type Finding, leftOpen, show, showResponse } from './check.ts';
import { bodyOf, readCount, readText } from './read.ts';

// All checks use these: the report counts differences with equal texts as one cause.
export const differsInStatus = (response: ServiceResponse): Finding =>
	differs('HTTP status 400', `HTTP ${response.status}`, response);

export const differsInCode = (response: ServiceResponse): Finding =>
	differs('code: a number', show(bodyOf(response).code), response);

/** Statuses whose meaning in HTTP fits a code: open, since Spec §7 shows only 400 (gap register, `error-status`). */
const openStatuses: readonly number[] = [401, 403, 404, 410, 422, 429];

/** Whether a response with 405 (Method Not Allowed), or 409 (Conflict) for a repeated write, has a matching code. */
function fitsItsCode(response: ServiceResponse): boolean {
	const { status, path } = response;
	const code = readCount(bodyOf(response).code);
	if (status === 405) return code === 101;
	return status === 409 && code === 999 && /\/(participants|wishers)$/.test(path);
}

export function judgeStatus(response: ServiceResponse): Finding {
	if (response.status === 400) return conforms;
	return openStatuses.includes(response.status) || fitsItsCode(response)
		? leftOpen(`HTTP ${response.status}`)
		: differsInStatus(response);
}

const namesAfterColon = (message: string): string[] => message.split(/:(.*)/s)[1]?.split(/\W+/) ?? [];

/**
 * @param wanted acceptable codes; empty if the specification leaves the code open
 * @param names parameter that `msg` must name after a colon (code 113)
 */
export function judgeCode(response: ServiceResponse, wanted: readonly number[], names?: string): Finding[] {
	const { code: sent, msg } = bodyOf(response);
	const code = readCount(sent);
	const got = `${show(sent)} ${readText(msg)}`.trim();
	const isOpen = wanted.length === 0;
	const isWanted = code !== null && (isOpen || wanted.includes(code));
	const expected = isOpen ? 'HTTP 400 with an error body' : `HTTP 400 with code ${wanted.join(' or ')}`;
	if (!isWanted) return [differs(expected, showResponse(response), response)];
	const status = judgeStatus(response);
	if (status.verdict === 'differs') return [status];
	if (typeof sent !== 'number') return [differsInCode(response)];
	if (names !== undefined && code === 113 && !namesAfterColon(readText(msg)).includes(names))
		return [differs('msg: the name of the parameter after a colon', show(msg), response)];
	return [isOpen || status.verdict === 'open' ? leftOpen(`HTTP ${response.status} with ${got}`) : conforms];
}

/** Judges the response to an unknown id. Its code, and whether its status is 404 or 410, are left open (Spec §7). */
export const judgeUnknown = (response: ServiceResponse): Finding[] =>
	[404, 410].includes(response.status) ? [leftOpen(showResponse(response))] : judgeCode(response, []);

/** Judges the response to a parameter with an invalid value: the service may ignore it, or reject it (by name). */
export const judgeMalformed = (response: ServiceResponse, name?: string): Finding[] =>
	response.status === 200 || response.status === 202 ? [leftOpen('ignored')] : judgeCode(response, [], name);

/** @throws Differs unless the response is a success */
export function requireOk(response: ServiceResponse): void {
	if (response.status !== 200) throw new Differs('HTTP status 200', response);
}

/** Many responses or elements differ in the same way, so each difference is reported once. */
export function eachOnce(findings: readonly Finding[]): Finding[] {
	const differences = findings.filter((finding) => finding.verdict === 'differs');
	return differences.filter(
		({ expected }, index) => differences.findIndex((each) => each.expected === expected) === index,
	);
}
