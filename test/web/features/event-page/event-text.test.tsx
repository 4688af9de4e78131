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

	it('is shown unchanged when it is not HTML', () => {
		const content = 'Bring a <not html> sign';
		render(<EventText content={content} />);
		expect(document.body.textContent).toBe(content);
	});

	it('keeps the line breaks of plain text', () => {
		render(<EventText content={'Line one\r\nLine two'} />);
		expect(document.body.textContent).toBe('Line one\nLine two');
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

	it('shows where a link leads whose text is the URL of another site', async () => {
		const content =
			'<p>Pay</p><a href="https://bank.example/a">http://daybill.example</a><a href="https://bank.example/b">https://bank.example</a>';
		render(<EventText content={content} />);
		await waitFor(() => expect(links()).toHaveLength(2));
		expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
			'https://bank.example/a',
			'https://bank.example',
		]);
		expect(document.body.textContent).toContain('http://daybill.example https://bank.example/a');
	});

	it('keeps text whose link is removed, and headings of tables', async () => {
		const table = '<table><thead><tr><th>When</th></tr></thead><tbody><tr><td>Nine</td></tr></tbody></table>';
		render(<EventText content={`<a href="www.x.com">http://www.x.com</a><p>More</p>${table}`} />);
		await screen.findByText('More');
		expect(document.body.textContent).toBe('http://www.x.comMoreWhenNine');
		expect(links()).toEqual([]);
	});

	it('is plain text in HTML from the server, which has no DOM', () => {
		const markup = renderToStaticMarkup(<HtmlText content="<b>Hello</b>" images={{}} plain={<p>Hello</p>} />);
		expect(markup).toBe('<p>Hello</p>');
	});
});
