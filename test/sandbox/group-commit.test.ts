import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WireEvent, WireEventList, WireUserList } from '../../src/contract/spec/resources.ts';
import { openDatabase } from '../../src/sandbox/database.ts';
import { createGroupCommit } from '../../src/sandbox/group-commit.ts';
import { startTestSandbox } from './start-sandbox.ts';

/** A table of texts that are there once, and the writes that share commits. */
function openTexts(file = ':memory:') {
	const database = openDatabase(file);
	onTestFinished(() => database.close());
	database.exec('CREATE TABLE texts (text TEXT PRIMARY KEY)');
	const insert = database.prepare('INSERT INTO texts VALUES (?)');
	const all = database.prepare('SELECT text FROM texts ORDER BY text');
	return {
		database,
		commits: createGroupCommit(database),
		insert: (text: string) => insert.run(text),
		texts: () => all.all().map(({ text }) => String(text)),
	};
}

describe('writes that arrive together', () => {
	it('share one transaction, are answered after it, and one that fails is undone alone', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ text: fc.constantFrom(...'abcdefgh'), fails: fc.boolean() }), {
					minLength: 1,
					maxLength: 30,
				}),
				async (writes) => {
					const { database, commits, insert, texts } = openTexts();
					const transactions: boolean[] = [];
					const results = await Promise.allSettled(
						writes.map(({ text, fails }) =>
							commits
								.write(() => {
									insert(text);
									if (fails) throw new Error(`not ${text}`);
									return text;
								})
								.finally(() => transactions.push(database.isTransaction)),
						),
					);
					// As if each had been done alone, in the order in which they came.
					const expected = new Set<string>();
					for (const [index, { text, fails }] of writes.entries()) {
						const succeeds = !fails && !expected.has(text);
						if (succeeds) expected.add(text);
						expect(results[index]?.status).toBe(succeeds ? 'fulfilled' : 'rejected');
					}
					expect(texts()).toEqual([...expected].toSorted());
					expect(transactions).toEqual(writes.map(() => false));
				},
			),
			{ numRuns: 50 },
		);
	});

	it('run once, or twice where one of them fails', async () => {
		const { commits, insert, texts } = openTexts();
		const runs: string[] = [];
		const write = (text: string) =>
			commits.write(() => {
				runs.push(text);
				insert(text);
			});
		await Promise.all([write('a'), write('b')]);
		expect(runs).toEqual(['a', 'b']);
		await Promise.allSettled([write('c'), write('a'), write('d')]);
		expect(runs).toEqual(['a', 'b', 'c', 'a', 'c', 'a', 'd']);
		expect(texts()).toEqual(['a', 'b', 'c', 'd']);
		await expect(write('a')).rejects.toThrow('UNIQUE');
		expect(runs.slice(7)).toEqual(['a']);
	});

	it('take as much of the log as one write, so they have one commit', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'daybill-commits-'));
		onTestFinished(() => rm(folder, { recursive: true, force: true }));
		const file = path.join(folder, 'texts.sqlite');
		const { commits, insert } = openTexts(file);
		const logged = async () => (await stat(`${file}-wal`)).size;
		const sizeOf = async (texts: string) => {
			const before = await logged();
			await Promise.all([...texts].map((text) => commits.write(() => insert(text))));
			return (await logged()) - before;
		};
		const ofOne = await sizeOf('a');
		expect(ofOne).toBeGreaterThan(0);
		expect(await sizeOf('bcdefghijklmnopqrstu')).toBe(ofOne);
	});

	it('all fail when they cannot be committed, and later ones are tried again', async () => {
		const { database, commits, insert, texts } = openTexts();
		database.exec('CREATE TABLE parents (id TEXT PRIMARY KEY)');
		database.exec(
			'CREATE TABLE children (parent TEXT REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)',
		);
		const results = await Promise.allSettled([
			commits.write(() => insert('a')),
			// Only the commit sees that it has no parent.
			commits.write(() => database.exec(`INSERT INTO children VALUES ('nobody')`)),
		]);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(texts()).toEqual([]);
		await commits.write(() => insert('b'));
		expect(texts()).toEqual(['b']);
	});

	it('are on the disk at once where they must be', async () => {
		const { commits, insert, texts } = openTexts();
		const written = commits.write(() => insert('a'));
		expect(texts()).toEqual([]);
		commits.flush();
		expect(texts()).toEqual(['a']);
		await written;
	});
});

describe('200 requests at once', () => {
	it('each have their own response, and all that was confirmed is in the lists and counters', async () => {
		const sandbox = await startTestSandbox();
		const users = Array.from({ length: 20 }, (_, index) => String(1001 + index));
		const tokens = await Promise.all(users.map(async (user) => (await sandbox.issue(user)).access_token));
		const { body: list } = await sandbox.call<WireEventList>(
			'GET',
			'/v2/event/list?loc=108288&day_type=future&count=8',
		);
		const events = list.events.map(({ id }) => id);
		const participants = async (id: string) => {
			const { body } = await sandbox.call<WireUserList>('GET', `/v2/event/${id}/participants?count=100`);
			return body.users.map((user) => user.id);
		};
		const before = new Map(
			await Promise.all(events.map(async (id) => [id, await participants(id)] as const)),
		);
		const calls = Array.from({ length: 200 }, (_, index) => ({
			user: index % users.length,
			// Every fifth is for an event that does not exist, every seventh at a day at which nothing is on.
			event: index % 5 === 4 ? 'nothing' : (events[Math.floor(index / users.length) % events.length] ?? ''),
			query: index % 7 === 6 ? '?participate_date=2001-01-01' : '',
		}));
		const responses = await Promise.all(
			calls.map(({ user, event, query }) =>
				sandbox.call('POST', `/v2/event/${event}/participants${query}`, { token: tokens[user] }),
			),
		);
		const expected = new Map(before);
		for (const [index, { user, event, query }] of calls.entries()) {
			const code = event === 'nothing' ? 107 : query === '' ? undefined : 999;
			expect([index, responses[index]?.status]).toEqual([index, code === undefined ? 202 : 400]);
			expect(responses[index]?.body).toEqual(code === undefined ? {} : expect.objectContaining({ code }));
			if (code === undefined)
				expected.set(event, [...new Set([...(expected.get(event) ?? []), users[user] ?? ''])]);
		}
		for (const id of events) {
			const ids = expected.get(id) ?? [];
			expect((await participants(id)).toSorted()).toEqual(ids.toSorted());
			const { body } = await sandbox.call<WireEvent>('GET', `/v2/event/${id}`);
			expect(body.participant_count).toBe(ids.length);
		}
	});

	it('are done or not done before a reset, never after it', async () => {
		const sandbox = await startTestSandbox();
		const { access_token } = await sandbox.issue('1001');
		const { id } = await sandbox.someEvent();
		const people = async () =>
			(await sandbox.call<WireUserList>('GET', `/v2/event/${id}/wishers?count=100`)).body.total;
		const seeded = await people();
		await Promise.all([
			...Array.from({ length: 20 }, () =>
				sandbox.call('POST', `/v2/event/${id}/wishers`, { token: access_token }),
			),
			sandbox.control('POST', '/reset'),
		]);
		expect([seeded, seeded + 1]).toContain(await people());
	});
});
