import { render, screen, waitFor } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { EventText } from '../../../../src/web/features/event-page/event-text.tsx';
import { HtmlText } from '../../../../src/web/features/event-page/html-text.tsx';

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
		['here', 'here (bank.example)'],
		['www.daybill.example/login', 'www.daybill.example/login (bank.example)'],
		['https://bank.example/a', 'https://bank.example/a'],
	])('shows to which site a link leads, whatever its text names: %s', async (text, shown) => {
		render(<EventText content={`<p>Pay</p><a href="https://bank.example/a">${text}</a>`} />);
		expect((await screen.findByRole('link')).textContent).toBe(shown);
	});

	it('shows the site apart from a text that is written in the other direction', async () => {
		render(<EventText content={'<a href="https://bank.example/">\u202eelpmaxe.llibyad</a>'} />);
		expect((await screen.findByText('(bank.example)')).tagName).toBe('BDI');
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
		const link = await screen.findByRole('link', { name: /^here/ });
		expect(link.getAttributeNames()).toEqual(['href', 'rel', 'target']);
	});

	it('is plain text in HTML from the server, which has no DOM', () => {
		const markup = renderToStaticMarkup(<HtmlText content="<b>Hello</b>" images={{}} plain={<p>Hello</p>} />);
		expect(markup).toBe('<p>Hello</p>');
	});
});
