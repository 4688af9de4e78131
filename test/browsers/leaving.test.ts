/** What happens when somebody leaves a page that is still loading: engines end its requests at different moments. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { onDaybill } from './on-daybill.ts';
import { goTo, sees } from './steps.ts';

/** @returns the URL of a page that takes its time */
async function startSlowPage(milliseconds: number): Promise<string> {
	const server = createServer((_request, response) => {
		const send = () => response.setHeader('content-type', 'text/html').end('<h1>Elsewhere</h1>');
		setTimeout(send, milliseconds);
	}).listen(0, '127.0.0.1');
	onTestFinished(() => void server.close());
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

let count = 6;

onDaybill('a page that is left while its code loads does not hold anybody back', async (tab, daybill) => {
	const elsewhere = await startSlowPage(1_500);
	await daybill.control('POST', '/faults', { path: '/v2/event', delay_ms: 60_000, times: 9 });
	onTestFinished(async () => void (await daybill.control('DELETE', '/faults')));
	await goTo(tab, `${daybill.url}/settings`);
	// Another response than that of the engine before.
	count += 1;
	await tab.run(
		({ url, path }) => {
			setTimeout(() => window.location.assign(url));
			// Stands for code on its way: the build reports a chunk that could not be loaded by this event.
			fetch(path).catch((payload: unknown) =>
				window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload })),
			);
		},
		{ url: elsewhere, path: `/api/events/10000002/participants?count=${count}` },
	);
	await sees(tab, { selector: 'h1', name: 'Elsewhere' });
});
