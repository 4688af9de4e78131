/** Stores people's records, and for two minutes the events of their lists. Encrypts both. */
import type { Event } from '../../contract/event/event.ts';
import { type RelationStatus, relationStatuses } from '../../contract/spec/filters.ts';
import { type Encryption, hashSecret } from '../session/encryption.ts';
import { sessionLifetimeMs } from '../session/session-store.ts';
import { retryChange, type Store } from '../store/store.ts';
import {
	emptyRecord,
	type ListName,
	lastKeptUntil,
	listNames,
	type OwnRecord,
	pruned,
} from './own-record.ts';

/** Stored events may outlive the lists they come from, because the record decides which of them are shown. */
const eventsTtlMs = 120_000;
/** Longest lifetime of a record: people may join events that are years away. */
const maxTtlMs = 5 * 365 * 86_400_000;

/** Every function throws ProblemError `store_unreachable` if the store fails. */
export type OwnRecords = ReturnType<typeof createOwnRecords>;

/** In all functions, `person` is a result of `personOf`. */
export function createOwnRecords(
	store: Store,
	encryption: Encryption,
	{ timeZone, clock }: { timeZone: string | null; clock: () => number },
) {
	const keyOf = (person: string) => `own:${hashSecret(person)}`;
	const eventsKeyOf = (person: string, name: ListName, status: RelationStatus) =>
		`${keyOf(person)}:events:${name}:${status}`;
	const now = () => ({ ms: clock(), timeZone });
	/** Decrypts a value. Undefined if there is none, or if no key decrypts it. */
	const open = <Value>(sealed: string | undefined, key: string): Value | undefined => {
		const text = sealed === undefined ? undefined : encryption.open(sealed, key);
		return text === undefined ? undefined : (JSON.parse(text) as Value);
	};
	const recordIn = (sealed: string | undefined, key: string): OwnRecord => ({
		...emptyRecord,
		...open<OwnRecord>(sealed, key),
	});
	const seal = (value: unknown, key: string) => encryption.seal(JSON.stringify(value), key);
	return {
		now,
		async read(person: string): Promise<OwnRecord> {
			const key = keyOf(person);
			return recordIn(await store.get(key), key);
		},
		/** Changes a record. @param change may be called several times @returns the record after the change */
		async update(person: string, change: (record: OwnRecord) => OwnRecord): Promise<OwnRecord> {
			const key = keyOf(person);
			return retryChange(async () => {
				const before = await store.get(key);
				const record = pruned(change(recordIn(before, key)), now());
				const ttlMs = Math.max(sessionLifetimeMs.idle, lastKeptUntil(record) - clock());
				const isStored = await store.compareAndSet(key, before, seal(record, key), Math.min(ttlMs, maxTtlMs));
				return isStored ? record : undefined;
			});
		},
		async readEvents(person: string, name: ListName, status: RelationStatus) {
			const key = eventsKeyOf(person, name, status);
			return open<readonly Event[]>(await store.get(key), key);
		},
		storeEvents(
			person: string,
			name: ListName,
			status: RelationStatus,
			events: readonly Event[],
		): Promise<void> {
			const key = eventsKeyOf(person, name, status);
			return store.set(key, seal(events, key), eventsTtlMs);
		},
		/** Runs `work` while no other process reads this person's lists of this status. */
		withLock: <Result>(person: string, status: RelationStatus, work: () => Promise<Result>) =>
			store.withLock(`${keyOf(person)}:${status}`, work),
		/** @returns whether there was a record */
		async delete(person: string): Promise<boolean> {
			const isKnown = (await store.get(keyOf(person))) !== undefined;
			await store.delete(keyOf(person));
			for (const name of listNames)
				for (const status of relationStatuses) await store.delete(eventsKeyOf(person, name, status));
			return isKnown;
		},
	};
}
