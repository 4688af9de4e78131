/** The person of the running test. Tests share a service, also those of several processes, and each has a person of its own in it. */
import type { Daybill } from './daybill.ts';

export interface Person {
	uid: string;
	name: string;
	password: string;
}

type Service = Pick<Daybill, 'control'> & Partial<Pick<Daybill, 'url' | 'sandboxUrl'>>;

let service: Service | undefined;
let created: Promise<Person> | undefined;
let count = 0;

async function create(): Promise<Person> {
	if (service === undefined) throw new Error('a test without the fixture `daybill` names who signs in');
	count += 1;
	const uid = `dora${process.env.TEST_WORKER_INDEX ?? ''}x${count}`;
	const person = { uid, name: 'Dora', password: `${uid}-daybill` };
	await service.control('POST', '/users', person);
	return person;
}

/** Begins a test: the next person is a new one, who signs in at this Daybill. A process runs one test at a time. */
export function beginWith(daybill: Service): void {
	service = daybill;
	created = undefined;
}

/** Somebody who has not joined or marked any event before this test. The same one until the test ends. */
export function somebody(): Promise<Person> {
	created ??= create();
	return created;
}

/** The Daybill of the running test, where the sandbox is its service. */
export function currentDaybill(): { url: string; sandboxUrl: string } {
	const { url, sandboxUrl } = service ?? {};
	if (url === undefined || sandboxUrl === undefined) throw new Error('a test without the fixture `daybill`');
	return { url, sandboxUrl };
}
