/** Entries that another program, another version or a failing disk has changed. */
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createCalendar, outcomeOf } from '../browser.ts';
import { beginSignIn, signInWithCode } from '../sign-in.ts';
import { temporaryFolder } from '../start-bff.ts';
import { startSignedIn } from '../start-site.ts';

it.each([
	['nothing', "''"],
	['half of the entry', 'substr(value, 1, 20)'],
	['bytes that are no text', "CAST(x'7bff7d' AS TEXT)"],
	['null', "'null'"],
	['an object of another version', `'{"version":2}'`],
	['a list of others', "'[5,null]'"],
])(
	'with %s in place of their entries, people are signed out and can do everything again',
	async (_, value) => {
		const dataDir = await temporaryFolder();
		const { bff, browser } = await startSignedIn({ dataDir });
		const join = async () => (await browser.post('/api/events/10/participants')).status;
		const calendar = await createCalendar(browser);
		expect(await join()).toBe(202);
		const login = await beginSignIn(browser);
		const damage = () => {
			const database = new DatabaseSync(`${dataDir}/daybill.sqlite`);
			const { changes } = database.prepare(`UPDATE entries SET value = ${value}`).run();
			database.close();
			return changes;
		};
		expect(damage()).toBeGreaterThan(4);
		expect(await outcomeOf(await browser.post('/auth/token', login))).toEqual([403, 'login_mismatch']);
		expect(await join()).toBe(401);
		expect((await fetch(bff.origin + calendar)).status).toBe(404);

		expect((await signInWithCode(browser)).status).toBe(200);
		expect(await browser.json('/auth/calendar')).toEqual({ exists: false });
		expect((await fetch(bff.origin + (await createCalendar(browser)))).status).toBe(200);
		expect(await join()).toBe(202);
		damage();
		expect((await browser.post('/auth/logout', { everywhere: true })).status).toBe(401);
		expect((await browser.post('/auth/logout')).status).toBe(204);
	},
);
