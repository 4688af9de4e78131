/** `daybill forget USER`: deletes a person's sessions, calendar link, lists and chosen days. Daybill may run. */
import { createCalendarLinks } from '../bff/feeds/calendar-links.ts';
import { createOwnRecords } from '../bff/relations/own-record-store.ts';
import { createEncryption, newSecret } from '../bff/session/encryption.ts';
import { createSessionStore } from '../bff/session/session-store.ts';
import { openStore } from '../bff/store/open-store.ts';
import { readSettings } from '../servers/settings.ts';
import { fail } from './run.ts';

/** @param userId the person's id at the service */
export async function forget(userId: string): Promise<void> {
	try {
		const { bff } = readSettings(process.env);
		const { store } = await openStore(bff, Date.now, console);
		// Nothing is decrypted, so any key will do.
		const encryption = createEncryption([newSecret()]);
		const sessions = await createSessionStore(store, encryption, Date.now).deleteAll(userId);
		const calendars = createCalendarLinks(store, encryption);
		const calendar = (await calendars.exists(userId)) ? 1 : 0;
		await calendars.revoke(userId);
		const records = createOwnRecords(store, encryption, { timeZone: null, clock: Date.now });
		const record = (await records.delete(userId)) ? 1 : 0;
		await store.close();
		if (sessions + calendar + record === 0) {
			console.error(`Nothing was deleted: nothing is stored for the user id ${userId}.`);
			process.exitCode = 1;
			return;
		}
		console.log(
			`Deleted ${sessions} sessions, ${calendar} calendar URLs and ${record} lists of events of ${userId}.`,
		);
		console.log('The account and its events remain at the service.');
	} catch (error) {
		fail(error, 'Not everything was deleted');
	}
}
