/** Judging a refusal: HTTP 400 and the code (Spec §7). The rest of the error body is judged over all failures at once. */
import { errorBodySchema } from '../contract/resources.ts';
import type { Answer } from './call.ts';
import { conforms, differs, type Finding, leftOpen, showAnswer } from './check.ts';

/**
 * @param wanted codes that fit; empty where the specification leaves the code open
 * @param names parameter that `msg` must name after a colon (code 113)
 */
export function judgeCode(answer: Answer, wanted: readonly number[], names?: string): Finding[] {
	const body = errorBodySchema.safeParse(answer.json).data;
	const findings: Finding[] = [];
	const expected =
		wanted.length === 0 ? 'HTTP 400 with an error body' : `HTTP 400 with code ${wanted.join(' or ')}`;
	if (answer.status !== 400 || body === undefined) findings.push(differs(expected, showAnswer(answer)));
	else if (wanted.length > 0 && !wanted.includes(body.code))
		findings.push(differs(expected, `${body.code} ${body.msg}`));
	if (wanted.length === 0 && body !== undefined)
		findings.push(leftOpen(`HTTP ${answer.status} with ${body.code} ${body.msg}`));
	if (names !== undefined && body?.code === 113 && !new RegExp(`:.*\\b${names}\\b`).test(body.msg))
		findings.push(differs(`msg naming ${names} after a colon`, body.msg));
	return findings.length === 0 ? [conforms] : findings;
}
