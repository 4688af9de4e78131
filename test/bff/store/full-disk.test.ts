import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCalendar, outcomeOf } from '../browser.ts';
import { temporaryFolder } from '../start-bff.ts';
import { startSite } from '../start-site.ts';

const cause = 'database or disk is full';

/** A BFF whose database rejects writes from `fill` until `free`. */
async function start() {
	const dataDir = await temporaryFolder();
	let now = Date.parse('2026-11-21T12:00:00Z');
	const { bff } = await startSite({ dataDir, clock: () => now });
	const database = new DatabaseSync(`${dataDir}/daybill.sqlite`);
	onTestFinished(() => database.close());
	const writes = ['INSERT', 'UPDATE', 'DELETE'];
	return {
		bff,
		fill() {
			for (const write of writes)
				database.exec(
					`CREATE TRIGGER full_${write} BEFORE ${write} ON entries BEGIN SELECT RAISE(FAIL, '${cause}'); END`,
				);
			// A session's last use is stored once a day, so the next request has to write.
			now += 2 * 86_400_000;
		},
		/** Number of sessions in the database. */
		sessions: () =>
			database.prepare("SELECT count(*) AS count FROM entries WHERE key LIKE 'daybill:session:%'").get()
				?.count,
		free() {
			for (const write of writes) database.exec(`DROP TRIGGER full_${write}`);
		},
		errors: () =>
			bff.log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50) as {
				err: { cause: { message: string } };
			}[],
	};
}

const ready = async ({ bff }: Awaited<ReturnType<typeof start>>) => {
	const response = await bff.browser().get('/readyz');
	return [response.status, ((await response.json()) as { store: string }).store];
};

describe('on a full disk', () => {
	it('everything can still be read, signed out and signed in', async () => {
		const started = await start();
		const [guest, member] = [started.bff.browser(), await started.bff.member()];
		const calendar = await createCalendar(member);
		started.fill();
		for (const browser of [guest, member])
			for (const path of [
				'/cities/beijing',
				'/events/10.ics',
				'/feeds/cities/beijing.ics',
				'/feeds/cities/beijing.atom',
				'/feeds/cities/beijing.json',
				calendar,
				'/embed/cities/beijing',
				'/sitemap.xml',
				'/api/events/10',
				'/auth/session',
			])
				expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
		expect(await member.session()).toMatchObject({ signed_in: true });
	});

	it('a sign-in and a new calendar get 503, and the log says why', async () => {
		const started = await start();
		const member = await started.bff.member();
		started.fill();
		for (const response of [
			await started.bff.browser().post('/auth/login', { state: 'a'.repeat(32) }),
			await member.post('/auth/calendar'),
		])
			expect(await outcomeOf(response)).toEqual([503, 'store_unreachable']);
		expect(started.errors().map(({ err }) => err.cause.message)).toEqual([cause, cause]);
	});

	it.each([false, true])(
		'a sign-out ends the session, but reports that it is still stored (everywhere: %s)',
		async (everywhere) => {
			vi.useFakeTimers({ toFake: ['setInterval'] });
			const started = await start();
			const [member, phone] = [await started.bff.member(), await started.bff.member()];
			const thief = started.bff.browser(member);
			started.fill();
			expect((await member.post('/auth/logout', { everywhere })).status).toBe(503);
			expect(member.cookies.has('daybill')).toBe(false);
			expect(await member.session()).toEqual({ signed_in: false });
			expect(await thief.session()).toEqual({ signed_in: false, ended: 'session_expired' });
			expect((await phone.session()).signed_in).toBe(!everywhere);
			started.free();
			vi.advanceTimersByTime(5_000);
			await expect.poll(started.sessions).toBe(everywhere ? 0 : 1);
		},
	);

	it('the process is not ready until it can write again', async () => {
		const started = await start();
		expect(await ready(started)).toEqual([200, 'ok']);
		started.fill();
		await expect.poll(() => ready(started), { timeout: 10_000 }).toEqual([503, 'unreachable']);
		expect(started.errors().map(({ err }) => err.cause.message)).toContain(cause);
		started.free();
		await expect.poll(() => ready(started), { timeout: 10_000 }).toEqual([200, 'ok']);
	});
});
