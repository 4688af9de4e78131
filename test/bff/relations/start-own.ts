/** A person at a service with two lists. Waits of Daybill only advance the clock. */
import { onTestFinished } from 'vitest';
import { createOwnRecords } from '../../../src/bff/relations/own-record-store.ts';
import type { Own, Person } from '../../../src/bff/relations/own-relations.ts';
import { sendChange } from '../../../src/bff/relations/send-change.ts';
import { createEncryption, newSecret } from '../../../src/bff/session/encryption.ts';
import { openSqliteStore } from '../../../src/bff/store/sqlite-store.ts';
import { createStore } from '../../../src/bff/store/store.ts';
import type { OperationName, ParametersOf } from '../../../src/contract/spec/operations.ts';
import { type FakeCall, fakeEvent, pageOf, sendError, sendJson } from '../fake-service.ts';
import { startReader } from '../reads/start-reader.ts';

/** An event of three days, which begins six days after the clock's start. */
const eventOf = (id: string, fields: object = {}) => ({
	...fakeEvent,
	id,
	begin_time: '2026-11-27 10:00:00',
	end_time: '2026-11-29 18:00:00',
	...fields,
});

const listPattern = /^\/v2\/event\/user_(participated|wished)\/42$/;
const writePattern = /^\/v2\/event\/(\w+)\/(participants|wishers)$/;

export async function startOwn() {
	/** What the service does; tests change it. */
	const service = {
		/** Ids of the events in the person's lists. */
		joined: new Set<string>(),
		wished: new Set<string>(),
		/** Fields of events that differ from {@link eventOf}. */
		events: new Map<string, object>(),
		/** Writes take effect this much later. */
		lagMs: 0,
		/** Closes these calls' connections without a response, before or after they take effect. */
		drops: (_call: FakeCall): 'before' | 'after' | undefined => undefined,
		/** Rejects these calls with a code. */
		rejects: (_call: FakeCall): number | undefined => undefined,
	};
	let effects: { at: number; apply: () => void }[] = [];
	const reader = await startReader((url, call, response) => {
		const now = reader.pass(0);
		for (const effect of effects) if (effect.at <= now) effect.apply();
		effects = effects.filter(({ at }) => at > now);
		const drop = service.drops(call);
		const code = service.rejects(call);
		if (drop === 'before') return response.destroy() && true;
		if (code !== undefined) return sendError(response, call, code);
		const listed = listPattern.exec(url.pathname)?.[1];
		if (listed !== undefined) {
			const ids = listed === 'wished' ? service.wished : service.joined;
			const isOver = ({ end_time }: { end_time: string }) => Date.parse(`${end_time}Z`) <= now;
			const isAsked =
				url.searchParams.get('status') === 'expired' ? isOver : (each: { end_time: string }) => !isOver(each);
			const events = [...ids].map((id) => eventOf(id, service.events.get(id))).filter(isAsked);
			return pageOf(call, 'events', events);
		}
		const [, id = '', people] = writePattern.exec(url.pathname) ?? [];
		if (people === undefined) {
			const last = url.pathname.split('/').at(-1) ?? '';
			return eventOf(last, service.events.get(last));
		}
		const ids = people === 'wishers' ? service.wished : service.joined;
		const apply = () => void (call.method === 'POST' ? ids.add(id) : ids.delete(id));
		if (service.lagMs === 0) apply();
		else effects.push({ at: now + service.lagMs, apply });
		return drop === 'after' ? response.destroy() && true : sendJson(response, 202, {});
	});
	const { sharedReads, log, pass, caller } = reader;
	const store = createStore(openSqliteStore(':memory:', () => pass(0)));
	onTestFinished(() => store.close());
	const time = { timeZone: null, clock: () => pass(0) };
	const waits: number[] = [];
	const own: Own = {
		...{ sharedReads, log },
		records: createOwnRecords(store, createEncryption([newSecret()]), time),
		wait: async (ms) => {
			waits.push(ms);
			pass(ms);
		},
	};
	const person: Person = caller;
	return {
		...{ own, person, service, waits, pass },
		calls: () => reader.service.called(),
		/** Reads since the last write. */
		reads() {
			const calls = reader.service.called();
			return calls.slice(calls.findLastIndex((each) => !each.startsWith('GET')) + 1);
		},
		send: (operation: OperationName, id = '1', parameters: ParametersOf<'joinEvent'> = {}) =>
			sendChange(own, person, { operation, parameters: { id, ...parameters } }),
	};
}
