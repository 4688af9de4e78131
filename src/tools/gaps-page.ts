/** Generates `docs/gaps.md` from the gap register. */
import { gaps } from '../contract/spec/gaps.ts';

const cell = (text: string) => text.replaceAll('|', '\\|');

export function gapsPage(): string {
	return [
		'# Gap register',
		'',
		'What the specification leaves open, what the sandbox does, and what Daybill accepts.',
		'Generated from `src/contract/spec/gaps.ts` by `npm run docs`.',
		'',
		'| name | section | gap | sandbox | Daybill accepts |',
		'|---|---|---|---|---|',
		...gaps.map(
			({ id, section, gap, sandbox, client }) =>
				`| \`${id}\` | ${section} | ${cell(gap)} | ${cell(sandbox)} | ${cell(client)} |`,
		),
		'',
	].join('\n');
}
