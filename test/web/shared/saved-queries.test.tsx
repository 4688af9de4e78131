/** What the app saves in IndexedDB, which jsdom lacks. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { NetworkError } from '../../../src/web/shared/errors.ts';
import { createQueryClient } from '../../../src/web/shared/query-client.ts';
import { saveQueries } from '../../../src/web/shared/saved-queries.ts';
import { publicEvent } from '../../bff/public-event.ts';
import { noFront } from '../bodies.ts';
import { startApp, startSignedIn } from '../start-app.tsx';
import { tap } from '../steps.ts';

const saved = new Map<string, unknown>();

/** A request that succeeds. */
function requestOf(result?: unknown) {
	const request = { result, onsuccess: () => undefined };
	queueMicrotask(() => request.onsuccess());
	return request;
}

/** The part of IndexedDB that the app uses. */
const objects = {
	get: (key: string) => requestOf(saved.get(key)),
	put: (value: unknown, key: string) => void saved.set(key, value),
	clear: () => saved.clear(),
	getAll: () => requestOf([...saved.values()]),
	getAllKeys: () => requestOf([...saved.keys()]),
	get transaction() {
		return requestOf();
	},
};
beforeEach(() => {
	saved.clear();
	const database = { transaction: () => ({ objectStore: () => objects }) };
	vi.stubGlobal('indexedDB', { open: () => requestOf(database) });
});

const savedText = () => JSON.stringify([...saved]);

it('a user’s events are saved, and their secret calendar URL is not', async () => {
	const app = await startSignedIn();
	await app.open('/me/participated');
	saveQueries(app.client());
	await tap('Subscribe: Your events in your calendar');
	await tap('Create calendar link');
	const { value } = await screen.findByLabelText<HTMLInputElement>('Calendar link');
	await waitFor(() => expect(savedText()).toContain('participated'));
	expect(savedText()).not.toContain(new URL(value).pathname);
});

it('a city’s front page is there without a network, even if only its first rows came near', async () => {
	const app = await startApp();
	const card = publicEvent({ title: 'Quartet', end_time: '2998-01-01 22:00:00' });
	await app.open('/cities/beijing', { front: { ...noFront, popular: [card] } });
	saveQueries(app.client());
	await waitFor(() => expect(savedText()).toContain('Quartet'));
	// The saved shell contains no page data.
	app.respond({ '/front/': Response.error() });
	await app.open('/cities/beijing', { front: null });
	await screen.findByRole('link', { name: 'Quartet' });
});

const queryKey = ['events'];

/** Saves one query. */
async function saveOne(): Promise<void> {
	const client = createQueryClient();
	saveQueries(client);
	client.setQueryData(queryKey, 'saved');
	await waitFor(() => expect(saved.size).toBe(1));
}

it('reading saved data without a network does not make it newer', async () => {
	await saveOne();
	const entry = () => [...saved.values()][0] as { dataUpdatedAt: number };
	const dataUpdatedAt = entry().dataUpdatedAt - 10 * 86_400_000;
	for (const key of saved.keys()) saved.set(key, { ...entry(), dataUpdatedAt });
	const offline = createQueryClient();
	saveQueries(offline);
	const put = vi.spyOn(objects, 'put');
	const queryFn = () => Promise.reject(new NetworkError(new Error('offline'), false));
	expect(await offline.fetchQuery({ queryKey, queryFn })).toBe('saved');
	await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
	expect(entry().dataUpdatedAt).toBe(dataUpdatedAt);
});
