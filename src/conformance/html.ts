/** The report as a page to read: one file without scripts, light and dark, which explains itself. */
import type { Finding, Verdict } from './check.ts';
import { bySection, type CheckResult, detailsOf, type Report, tally } from './report.ts';

/** A text with every character that HTML reads as a reference. */
const text = (each: string): string =>
	each.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const style = `
:root{color-scheme:light dark;--line:light-dark(#d8cdb9,#3d372d);--soft:light-dark(#f1eadd,#221f1b);--bad:light-dark(#a3171c,#ff9c94);--good:light-dark(#1c5e2e,#8fd6a0);--faint:light-dark(#5f574b,#b8ad9d)}
body{margin:0 auto;max-width:64rem;padding:1rem clamp(1rem,4vw,3rem) 4rem;font:1rem/1.55 system-ui,"Noto Sans SC",sans-serif;background:light-dark(#fbf8f2,#171513);color:light-dark(#1d1a17,#f2ece2)}
h1{font-size:1.9rem;line-height:1.15;margin:1rem 0 .5rem}h2{border-top:3px solid;padding-top:.6rem;margin-top:2.5rem}h3{margin:1.5rem 0 .25rem}h1,h2,h3,p,dd,td,summary{overflow-wrap:anywhere}
.result{font-size:1.25rem;font-weight:700}.differs{color:var(--bad)}.conforms{color:var(--good)}.faint{color:var(--faint)}
code,pre{font:.9em/1.5 ui-monospace,monospace}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.6rem .8rem;margin:.25rem 0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}dt{font-weight:600}dd{margin:0;min-width:0}
article{border-left:4px solid var(--bad);padding-left:1rem;margin:1.5rem 0}article h3{margin-top:0}
summary{cursor:pointer;padding:.5rem 0;font-weight:600}:focus-visible{outline:3px solid light-dark(#1f4e79,#8dc0f0);outline-offset:2px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}td:first-child{white-space:nowrap}td ul{margin:0;padding-left:1.1rem}
@media(max-width:40rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}table,tbody,tr,td{display:block}thead{display:none}td{border:0;padding:.1rem 0}tr{border-bottom:1px solid var(--line);padding:.5rem 0}}
@media print{body{max-width:none}}`;

const explained: Readonly<Record<Verdict, string>> = {
	differs: 'The service does something other than the specification says.',
	open: 'The specification leaves this open. What the service does is for your information, and right in any case.',
	conforms: 'The service does what the specification says.',
	'not tried': 'The check needs something that this run did not have; the report says what.',
};

/** A text of the service: it keeps its direction to itself. */
const value = (each: string) => `<bdi>${text(each)}</bdi>`;

function difference(finding: Finding): string {
	if (finding.verdict !== 'differs') return '';
	return `<dl><dt>Expected</dt><dd>${value(finding.expected)}</dd><dt>Received</dt><dd>${value(finding.got)}</dd><dt>Request</dt><dd><pre>${text(finding.request)}</pre></dd></dl>`;
}

const differenceOf = ({ id, section, states, findings }: CheckResult): string =>
	`<article id="${text(id)}"><h3>${text(states)}</h3><p class="faint">Section ${text(section)} of the specification, check <code>${text(id)}</code></p>${findings.map(difference).join('')}</article>`;

function details(result: CheckResult): string {
	if (result.verdict === 'differs') return ` <a href="#${text(result.id)}">See the difference</a>`;
	const said = detailsOf(result).map((each) => `<li>${value(each)}</li>`);
	return said.length === 0 ? '' : `<ul>${said.join('')}</ul>`;
}

function row(result: CheckResult): string {
	const { id, states, verdict } = result;
	return `<tr><td><strong class="${verdict === 'not tried' ? 'faint' : verdict}">${verdict}</strong></td><td>${text(states)} <span class="faint"><code>${text(id)}</code></span>${details(result)}</td></tr>`;
}

const sectionOf = ({ number, title, results }: ReturnType<typeof bySection>[number]): string =>
	`<details><summary>Section ${number}, ${title}: ${tally(results)}</summary><table><thead><tr><th scope="col">Verdict</th><th scope="col">What was checked, and what was found</th></tr></thead><tbody>${results.map(row).join('')}</tbody></table></details>`;

/** One sentence for the whole run. */
function summaryOf({ counts }: Report): string {
	if (counts.differs > 0)
		return `<p class="result differs">The service differs from the specification in ${counts.differs} of ${counts.differs + counts.conforms + counts.open} checks.</p>`;
	const isPartial = counts['not tried'] > 0 ? ', as far as it was tried' : '';
	return `<p class="result conforms">The service conforms to the specification${isPartial}.</p>`;
}

/**
 * @returns a whole HTML document. Every text of the service in it is escaped, and a policy forbids scripts and requests, so
 * that the report of a hostile service is safe to open
 */
export function reportHtml(report: Report): string {
	const differing = report.results.filter(({ verdict }) => verdict === 'differs');
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>Conformance of ${text(report.baseUrl)}</title><style>${style}</style></head><body><main>
<h1>Conformance to the local-events specification</h1>
${summaryOf(report)}
<p>${text(tally(report.results))}.</p>
<dl><dt>Data API</dt><dd><code>${text(report.baseUrl)}</code></dd><dt>Authorization</dt><dd><code>${text(report.authUrl)}</code></dd><dt>Time of the run</dt><dd><time datetime="${text(report.at)}">${text(report.at.replace('T', ' ').replace(/\..*/, ''))} UTC</time></dd></dl>
<h2>How to read this</h2>
<p>The specification describes a service of local events: sign-in with OAuth 2.0, events, cities, taking part. Each check states one sentence of it, tries it at the service, and ends with one verdict:</p>
<dl>${(Object.keys(explained) as Verdict[]).map((verdict) => `<dt>${verdict}</dt><dd>${explained[verdict]}</dd>`).join('')}</dl>
<p>Each difference has the request as a curl command. Names such as <code>$TOKEN</code> stand for secrets, which the report does not contain.</p>
${report.notes.length === 0 ? '' : `<h2>Notes</h2><ul>${report.notes.map((note) => `<li>${value(note)}</li>`).join('')}</ul>`}
<h2>Differences</h2>
${differing.length === 0 ? '<p>None.</p>' : differing.map(differenceOf).join('')}
<h2>All checks</h2>
${bySection(report.results).map(sectionOf).join('')}
</main></body></html>
`;
}
