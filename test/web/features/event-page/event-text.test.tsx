import { render, screen, waitFor } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { EventText } from '../../../../src/web/features/event-page/event-text.tsx';
import { HtmlText } from '../../../../src/web/features/event-page/html-text.tsx';
import { textsOf } from '../../steps.ts';

const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

describe('the text of an event', () => {
	it('links both occurrences of a repeated URL', () => {
		const error = vi.spyOn(console, 'error');
		render(<EventText content="https://example.com/a or https://example.com/a" />);
		expect(links()).toEqual(['https://example.com/a', 'https://example.com/a']);
		for (const link of screen.getAllByRole('link')) expect(link.getAttribute('rel')).toContain('noreferrer');
		expect(error).not.toHaveBeenCalled();
	});

	it('is shown unchanged, with its line breaks, when it is not HTML', () => {
		render(<EventText content={'Bring a <not html> sign\r\nLine two'} />);
		expect(document.body.textContent).toBe('Bring a <not html> sign\nLine two');
	});

	it('shows a safe subset of HTML and runs no scripts in it', async () => {
		const content =
			'<p>Hello <b>you</b></p><script>window.ran = true</script><img src="https://img.example/a.jpg" onerror="window.ran = true"><img src="https://img.example/unsigned.jpg"><a href="javascript:alert(1)">x</a><a href="https://example.com">y</a>';
		const images = { 'https://img.example/a.jpg': 'https://img.example/a.jpg#daybill=c2ln' };
		render(<EventText content={content} images={images} />);
		await waitFor(() => expect(document.querySelector('b')?.textContent).toBe('you'));
		expect(document.querySelector('img')?.getAttribute('src')).toBe(
			`/images/960?src=${encodeURIComponent('https://img.example/a.jpg')}&sig=c2ln`,
		);
		expect(document.querySelectorAll('img')).toHaveLength(1);
		expect(document.querySelector('script')).toBeNull();
		expect(document.querySelector('[onerror]')).toBeNull();
		expect(links()).toEqual(['https://example.com']);
		expect('ran' in window).toBe(false);
	});

	it.each([
		...['http://daybill.example', 'www.daybill.example/login', 'Pay at daybill.example.', 'DayBill.example'],
		...['https://daybill.example@bank.example/a', 'https\uff1a//daybill.example', 'daybill\u200b.example'],
	])('shows where a link leads whose text names another site, as %s does', async (text) => {
		render(<EventText content={`<p>Pay</p><a href="https://bank.example/a">${text}</a>`} />);
		expect((await screen.findByRole('link')).textContent).toBe('https://bank.example/a');
		expect(document.body.textContent).toBe(`Pay${text} https://bank.example/a`);
	});

	it.each([
		['a link', '\u202eelpmaxe.knab/moc.elgoog', 'elpmaxe.knab/moc.elgoog'],
		['a link, as an entity', '&#x202e;nigol/moc.elgoog', 'nigol/moc.elgoog'],
		['the text around a link', '\u2067a\u2069', 'a'],
	])('removes characters that reverse %s', async (_place, text, shown) => {
		render(<EventText content={`<p>\u202eAt <a href="https://bank.example/">${text}</a></p>`} />);
		await screen.findByRole('link');
		expect(document.body.textContent).toContain(`At ${shown}`);
	});

	const linked = (...texts: string[]) =>
		texts.map((text) => `<a href="https://bank.example/">${text}</a>`).join('');
	it.each([
		['several links', linked('daybill', '.', 'example/login')],
		['links of other looks', `<b>${linked('daybill')}</b>${linked('.')}<i>${linked('example')}</i>`],
		['links with an invisible gap', `${linked('daybill.')}\u200b\u034f${linked('example')}`],
		['links with a dot between them', `${linked('daybill')}.${linked('example')}`],
		['a link in two directions', linked('example/login\u200f.\u200fdaybill')],
		['links in two directions', `${linked('example/login')}\u200f.\u200f${linked('daybill')}`],
		['a link with an invisible character', linked('daybill.e\u034fxample')],
	])('shows where %s lead that together seem to name another site', async (_links, content) => {
		render(<EventText content={`<p>Pay</p>${content}`} />);
		const shown = await screen.findAllByRole('link');
		expect(new Set(textsOf(shown))).toEqual(new Set(['https://bank.example/']));
		const text = document.body.textContent.replaceAll(/ ?https:\/\/bank.example\/ ?/g, '');
		expect(text).toBe(`Pay${content.replaceAll(/<[^>]*>/g, '')}`);
	});

	it.each([
		['in a list', `<ul><li>${linked('Day.')}</li><li>${linked('Night')}</li></ul>`],
		['of a sentence', `${linked('Come.')} ${linked('Sing')}, ${linked('dance')}`],
		['to the same site', `${linked('bank')}${linked('.example')}`],
	])('leaves links %s as they are', async (_place, content) => {
		render(<EventText content={`<p>Pay</p>${content}`} />);
		await screen.findAllByRole('link');
		expect(document.body.textContent).toBe(`Pay${content.replaceAll(/<[^>]*>/g, '')}`);
	});

	it.each([
		...['https://bank.example', 'bank.example/index.html', 'www.bank.example?q=a.b'],
		...['Tickets, from 19.30 on', 'e.g. here'],
	])('shows only the text of a link that names no other site, as %s does', async (text) => {
		render(<EventText content={`<a href="https://bank.example/b">${text}</a>`} />);
		expect((await screen.findByRole('link')).textContent).toBe(text);
	});

	it.each([
		'<p>Pay</p><a href="https://bank.example@evil.example/">here</a>',
		'<p>Pay</p><a href="www.x.com">here</a>',
		'<table><thead><tr><th>Pay</th></tr></thead><tbody><tr><td>here</td></tr></tbody></table>',
	])(
		'keeps the text of a table, and of a link that begins with the name of another site: %s',
		async (content) => {
			render(<EventText content={content} />);
			await screen.findByText('Pay');
			expect(document.body.textContent).toBe('Payhere');
			expect(links()).toEqual([]);
		},
	);

	it('keeps no attributes that change the page around it or rename a link', async () => {
		const others =
			'id="a" class="a" name="a" role="button" style="top:0" tabindex="1" hidden popover autofocus';
		const misleading = 'title="bank.example" aria-label="bank.example" data-early="" data-bar=""';
		render(<EventText content={`<a href="https://evil.example/" ${others} ${misleading}>here</a>`} />);
		const link = await screen.findByRole('link', { name: 'here' });
		expect(link.getAttributeNames()).toEqual(['href', 'rel', 'target']);
	});

	it('is plain text in HTML from the server, which has no DOM', () => {
		const markup = renderToStaticMarkup(<HtmlText content="<b>Hello</b>" images={{}} plain={<p>Hello</p>} />);
		expect(markup).toBe('<p>Hello</p>');
	});
});
