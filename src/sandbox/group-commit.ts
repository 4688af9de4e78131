/**
 * Writes that arrive together share one transaction, and so one wait for the disk, which takes longer than all else of a
 * write. Each is done by itself: one that fails undoes nothing of the others.
 */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';

export interface GroupCommit {
	/**
	 * Runs a piece of work with the other writes of this turn of the event loop. It must not wait for anything, nor change
	 * anything but the database: it is undone and run again when another of them fails.
	 *
	 * @returns what the work returned, once it is on the disk
	 * @throws what the work threw, which is then undone; the database's error when the group could not be committed
	 */
	write<Result>(work: () => Result): Promise<Result>;
	/** Commits what waits. Before anything else may happen to the database. */
	flush(): void;
}

/** A write that waits. */
interface Waiting {
	/** @returns what tells its caller that it succeeded, to be called after the commit */
	attempt(): () => void;
	fail(error: unknown): void;
}

export function createGroupCommit(database: DatabaseSync): GroupCommit {
	const [begin, keep, undo] = ['SAVEPOINT write', 'RELEASE write', 'ROLLBACK TO write'].map((sql) =>
		database.prepare(sql),
	);
	let waiting: Waiting[] = [];

	const attemptAlone = ({ attempt, fail }: Waiting): (() => void) => {
		begin?.run();
		try {
			const tell = attempt();
			keep?.run();
			return tell;
		} catch (error) {
			undo?.run();
			keep?.run();
			return () => fail(error);
		}
	};

	const commit = (group: readonly Waiting[]) => {
		try {
			return inTransaction(database, () => group.map(({ attempt }) => attempt()));
		} catch (error) {
			if (group.length === 1) throw error;
			// A quarter of a group's time went into savepoints, so only one in which a write fails has them.
			return inTransaction(database, () => group.map(attemptAlone));
		}
	};

	const flush = () => {
		const group = waiting;
		waiting = [];
		if (group.length === 0) return;
		try {
			for (const tell of commit(group)) tell();
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
						const result = work();
						return () => resolve(result);
					},
					fail: reject,
				});
			}),
		flush,
	};
}
