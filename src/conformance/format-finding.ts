/** Findings as text. */
import type { Finding } from './check.ts';

/** What a finding says beyond its verdict; undefined for `conforms`. The request is on a line of its own. */
export function formatFinding(finding: Finding): string | undefined {
	switch (finding.verdict) {
		case 'conforms':
			return undefined;
		case 'differs':
			return `expected ${finding.expected}; got ${finding.got}\n${finding.request}`;
		case 'open':
			return `here: ${finding.got}`;
		case 'not tried':
			return finding.why;
	}
}
