/**
 * Writes that arrive together share one transaction, and so one wait for the disk, which takes longer than all else of a
 * write. Each is done by itself: one that fails undoes nothing of the others.
 */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../servers/transaction.ts';

export interface GroupCommit {
	/**
	 * Runs a piece of work, which must not wait for anything, with the other writes of this turn of the event loop.
	 *
	 * @returns what the work returned, once it is on the disk
	 * @throws what the work threw, which is then undone; the database's error when the group could not be committed
	 */
	write<Result>(work: () => Result): Promise<Result>;
	/** Commits what waits. Before anything else may happen to the database. */
	flush(): void;
}

/** A write that waits. @returns what tells its caller how it ended, to be called after the commit */
type Waiting = { attempt(): () => void; fail(error: unknown): void };

export function createGroupCommit(database: DatabaseSync): GroupCommit {
	const [begin, keep, undo] = ['SAVEPOINT write', 'RELEASE write', 'ROLLBACK TO write'].map((sql) =>
		database.prepare(sql),
	);
	let waiting: Waiting[] = [];

	const flush = () => {
		const group = waiting;
		waiting = [];
		if (group.length === 0) return;
		try {
			const tellAll = inTransaction(database, () => group.map(({ attempt }) => attempt()));
			for (const tell of tellAll) tell();
		} catch (error) {
			for (const { fail } of group) fail(error);
		}
	};

	return {
		write: (work) =>
			new Promise((resolve, reject) => {
				if (waiting.length === 0) setImmediate(flush);
				waiting.push({
					attempt() {
						begin?.run();
						try {
							const result = work();
							keep?.run();
							return () => resolve(result);
						} catch (error) {
							undo?.run();
							keep?.run();
							return () => reject(error);
						}
					},
					fail: reject,
				});
			}),
		flush,
	};
}
