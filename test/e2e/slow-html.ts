/** A network that delivers the HTML of pages in many small pieces. */
import { setTimeout as wait } from 'node:timers/promises';
import { startFront } from './front.ts';

/** Milliseconds between two pieces, enough for the browser to paint in between. */
const pause = 30;

/** Where pieces end: after closing tags. */
const ends = /(?<=<\/(?:a|svg|nav|header|button|span|h1|h2|p|ul|li|article|section|form)>)/;

/** A page's HTML as its head, this many elements of its body, and the rest. */
function piecesOf(html: string, count: number): string[] {
	const body = html.indexOf('<body');
	const pieces = html.slice(body).split(ends);
	return [html.slice(0, body), ...pieces.slice(0, count), pieces.slice(count).join('')];
}

/** Forwards responses unchanged, except that HTML arrives in pieces. @param target URL of a Daybill */
export const startSlowHtml = (target: string) =>
	startFront(target, {
		async send(response, outgoing) {
			if (!response.headers['content-type']?.startsWith('text/html')) return void response.pipe(outgoing);
			let html = '';
			for await (const chunk of response.setEncoding('utf8')) html += chunk;
			for (const piece of piecesOf(html, 80)) {
				outgoing.write(piece);
				await wait(pause);
			}
			outgoing.end();
		},
	});
