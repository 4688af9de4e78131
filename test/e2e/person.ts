/** The user of the running test. All tests share one service, in which each has its own user. */
import type { Daybill } from './daybill.ts';

export interface Person {
	uid: string;
	name: string;
	password: string;
}

let current: Daybill | undefined;
let created: Promise<Person> | undefined;
let count = 0;

/** The Daybill of the running test. */
export function currentDaybill(): Daybill {
	if (current === undefined) throw new Error('beginWith() was not called');
	return current;
}

async function create(): Promise<Person> {
	count += 1;
	const worker = process.env.TEST_WORKER_INDEX ?? process.env.VITEST_WORKER_ID ?? '';
	const uid = `dora${worker}x${count}`;
	const person = { uid, name: 'Dora', password: `${uid}-daybill` };
	const response = await fetch(`${currentDaybill().sandboxUrl}/_sandbox/users`, {
		method: 'POST',
		headers: { 'x-daybill-sandbox-control': '1', 'content-type': 'application/json' },
		body: JSON.stringify(person),
	});
	if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
	return person;
}

/** Begins a test with a new user at this Daybill. A process runs one test at a time. */
export function beginWith(daybill: Daybill): void {
	current = daybill;
	created = undefined;
}

/** The user of the current test, who had no relation to any event when the test began. */
export function testUser(): Promise<Person> {
	created ??= create();
	return created;
}
