/** A sandbox with its database in a file, with events in addition to the seeded ones. */
import type { SeedEvent } from '../../src/sandbox/data/seed-event.ts';
import { openDatabase } from '../../src/sandbox/database.ts';
import { insertRows } from '../../src/sandbox/seed-database.ts';
import { temporaryFolder } from '../bff/start-bff.ts';
import { startTestSandbox, type TestSandbox } from './start-sandbox.ts';

/** Starts the sandbox and inserts events of Alice in the far future; all are removed after the test. */
export async function startWithOwnEvents(...events: readonly Partial<SeedEvent>[]): Promise<TestSandbox> {
	const file = `${await temporaryFolder()}/sandbox.sqlite`;
	const sandbox = await startTestSandbox({ database: file });
	const database = openDatabase(file);
	insertRows(
		database,
		'events',
		events.map(
			(event): SeedEvent => ({
				id: '1',
				title: 'An event of the test',
				content: '',
				begin_time: '2999-01-01 19:00:00',
				end_time: '2999-01-01 21:00:00',
				address: 'Somewhere',
				geo: '39.9 116.4',
				loc_id: '108288',
				owner_id: '1001',
				category: 'music',
				album: '1',
				is_priv: false,
				extra: '{}',
				...event,
			}),
		),
	);
	database.close();
	return sandbox;
}
