/** Runs in the page. @returns everything that its origin keeps in the browser, as text: a line for each store and entry */
export async function keptData(): Promise<string> {
	const kept = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
	for (const name of await caches.keys()) {
		const cache = await caches.open(name);
		for (const request of await cache.keys())
			kept.push(request.url, (await (await cache.match(request))?.text()) ?? '');
	}
	for (const { name } of await indexedDB.databases()) kept.push(`database ${name}`);
	return kept.join('\n');
}
