/** Judges failed responses: HTTP 400 and the code (Spec §7). The rest of the error body is judged over all failures at once. */
import { readText } from '../contract/event/fields.ts';
import type { ServiceResponse } from './call.ts';
import { conforms, differs, type Finding, leftOpen, show, showResponse } from './check.ts';
import { bodyOf } from './fields.ts';

const formatCode = ({ code, msg }: Readonly<Record<string, unknown>>) =>
	`${show(code)} ${readText(msg)}`.trim();

/** The words of a message after its first colon. */
const namesAfterColon = (message: string): string[] => message.split(/:(.*)/s)[1]?.split(/\W+/) ?? [];

/**
 * @param wanted codes that fit; empty where the specification leaves the code open
 * @param names parameter that `msg` must name after a colon (code 113)
 */
export function judgeCode(response: ServiceResponse, wanted: readonly number[], names?: string): Finding[] {
	const { status } = response;
	const body = bodyOf(response);
	const { code } = body;
	const findings: Finding[] = [];
	const expected =
		wanted.length === 0 ? 'HTTP 400 with an error body' : `HTTP 400 with code ${wanted.join(' or ')}`;
	const isError = status === 400 && typeof code === 'number';
	if (!isError) findings.push(differs(expected, showResponse(response), response));
	else if (wanted.length > 0 && !wanted.includes(code))
		findings.push(differs(expected, formatCode(body), response));
	else if (wanted.length === 0) findings.push(leftOpen(`HTTP ${status} with ${formatCode(body)}`));
	if (names !== undefined && code === 113 && !namesAfterColon(readText(body.msg)).includes(names))
		findings.push(differs(`msg naming ${names} after a colon`, show(body.msg), response));
	return findings.length === 0 ? [conforms] : findings;
}

/**
 * Judges the response about something that does not exist. The specification shows neither its code nor whether its status
 * is 404 (§7, "Other HTTP statuses: not shown").
 */
export function judgeUnknown(response: ServiceResponse): Finding[] {
	if (response.status !== 404) return judgeCode(response, []);
	return [leftOpen(showResponse(response))];
}
