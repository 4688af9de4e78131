/** Runs in the page. @returns everything that its origin stores, a line for each store and entry */
export async function storedData(): Promise<string> {
	const stored = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
	for (const name of await caches.keys()) {
		const cache = await caches.open(name);
		for (const request of await cache.keys())
			stored.push(request.url, (await (await cache.match(request))?.text()) ?? '');
	}
	const resultOf = <Result>(request: IDBRequest<Result>) =>
		new Promise<Result>((resolve, reject) => {
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(request.error);
		});
	for (const { name = '' } of await indexedDB.databases()) {
		const database = await resultOf(indexedDB.open(name));
		for (const store of database.objectStoreNames)
			stored.push(JSON.stringify(await resultOf(database.transaction(store).objectStore(store).getAll())));
		database.close();
	}
	return stored.join('\n');
}
