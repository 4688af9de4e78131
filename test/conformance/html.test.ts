// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/conformance/check.ts';
import { reportHtml } from '../../src/conformance/html.ts';
import type { CheckResult, Report } from '../../src/conformance/report.ts';

const result = (id: string, ...findings: readonly Finding[]): CheckResult => ({
	id,
	section: '2.1',
	states: `sentence of ${id}`,
	verdict: findings[0]?.verdict ?? 'not tried',
	findings,
});

const report = (results: readonly CheckResult[], notes: readonly string[] = []): Report => {
	const count = (verdict: string) => results.filter((each) => each.verdict === verdict).length;
	return {
		baseUrl: 'https://api.example/base',
		authUrl: 'https://auth.example',
		at: '2026-11-21T19:00:00.000Z',
		counts: {
			conforms: count('conforms'),
			differs: count('differs'),
			open: count('open'),
			'not tried': count('not tried'),
		},
		results,
		notes,
	};
};

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');
const plain = (node: Element | Document | null) =>
	(node instanceof Document ? node.body : node)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';

const difference: Finding = {
	verdict: 'differs',
	expected: 'id: a string',
	got: '7',
	request: `curl -i -H "authorization: Bearer $TOKEN" 'https://api.example/v2/event/7'`,
};

describe('the report as a page', () => {
	it('names each difference with its request, the section, what was expected and what was received', () => {
		const page = parse(reportHtml(report([result('event.id', difference)])));
		const article = plain(page.querySelector('article'));
		for (const part of [
			'sentence of event.id',
			'Section 2.1 of the specification',
			`Expected${difference.expected}`,
			`Received${difference.got}`,
			difference.request,
		])
			expect(article).toContain(part);
		expect(plain(page)).toContain('differs from the specification in 1 of 1 checks');
	});

	it('explains itself: whose report it is, when it was made, and what each verdict means', () => {
		const text = plain(
			parse(
				reportHtml(
					report(
						[
							result('a', { verdict: 'conforms' }),
							result('b', { verdict: 'open', got: 'yes' }),
							result('c', { verdict: 'not tried', why: 'needs a token' }),
						],
						['event 7 may still be joined'],
					),
				),
			),
		);
		for (const part of [
			'https://api.example/base',
			'2026-11-21 19:00:00 UTC',
			'conforms to the specification, as far as it was tried',
			'The specification leaves this open.',
			'here: yes',
			'needs a token',
			'event 7 may still be joined',
			'None.',
		])
			expect(text).toContain(part);
	});

	it('is one file: no script, no link to another file, light and dark', () => {
		const html = reportHtml(report([result('event.id', difference)]));
		const page = parse(html);
		expect(page.querySelectorAll('script, link, img, iframe, object, form, [src]')).toHaveLength(0);
		expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['#event.id']);
		expect(html).not.toMatch(/@import|url\(/);
		expect(html).toContain('color-scheme:light dark');
	});

	it('shows what a hostile service sends as text, and runs none of it', () => {
		const hostile = `</style></pre><script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover="alert(1)' & &lt;`;
		const harmless = parse(reportHtml(report([result('event.id', difference)], ['note'])));
		const page = parse(
			reportHtml({
				...report(
					[
						result('event.id', { verdict: 'differs', expected: hostile, got: hostile, request: hostile }),
						result('b', { verdict: 'open', got: hostile }),
						result('c', { verdict: 'not tried', why: hostile }),
					],
					[hostile],
				),
				baseUrl: hostile,
				authUrl: hostile,
			}),
		);
		const names = (document: Document) =>
			new Set([...document.querySelectorAll('*')].map(({ tagName }) => tagName));
		expect([...names(page)].filter((name) => !names(harmless).has(name))).toEqual([]);
		const handlers = [...page.querySelectorAll('*')].flatMap((element) =>
			element.getAttributeNames().filter((name) => name.startsWith('on')),
		);
		expect(handlers).toEqual([]);
		expect(
			page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content'),
		).toContain("default-src 'none'");
		expect(page.querySelector('article pre')?.textContent).toBe(hostile);
	});
});
