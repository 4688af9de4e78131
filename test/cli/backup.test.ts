import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { backup, restore } from '../../src/cli/backup.ts';
import { forget } from '../../src/cli/forget.ts';
import { readSettings } from '../../src/servers/settings.ts';
import { createCalendar } from '../bff/browser.ts';
import { signInAs } from '../bff/sign-in.ts';
import { startTestBff, temporaryFolder } from '../bff/start-bff.ts';
import { startProgram } from '../program.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';
import { runCommand } from './run-command.ts';

async function daybill(dataDir: string, ...args: string[]) {
	const environment = { DATA_DIR: dataDir };
	const program = startProgram(['src/cli/daybill.ts', ...args], { environment });
	return { status: await program.ended, output: program.output() };
}

/** The store's prefix in the commands' settings, which name no service. */
const { storePrefix } = readSettings({}).bff;

const commands = { backup, restore, forget };
const run = (dataDir: string, name: keyof typeof commands, argument: string) =>
	runCommand({ DATA_DIR: dataDir }, () => commands[name](argument));

const startBoth = async (dataDir: string) => {
	const sandbox = await startTestSandbox({ database: path.join(dataDir, 'sandbox.sqlite') });
	return { sandbox, bff: await startTestBff(sandbox.origin, { dataDir, storePrefix }) };
};
type Started = Awaited<ReturnType<typeof startBoth>>;

/** A browser with alice (1001) signed in. @returns also the path of her calendar URL */
async function signedIn({ sandbox, bff }: Started) {
	const browser = bff.browser();
	await signInAs(browser, sandbox);
	return { browser, calendar: await createCalendar(browser) };
}

it('a backup of a running Daybill, restored into an empty folder, keeps the user signed in', async () => {
	const [before, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
	const [after, archive] = [path.join(elsewhere, 'data'), path.join(elsewhere, 'backup.tar')];
	const first = await startBoth(before);
	const { browser, calendar } = await signedIn(first);
	expect(await daybill(before, 'backup', archive)).toMatchObject({
		status: 0,
		output: expect.stringContaining('backup.tar contains daybill.sqlite, session.key, sandbox.sqlite.'),
	});
	expect((await stat(archive)).mode & 0o777).toBe(0o600);
	expect(await readdir(elsewhere)).toEqual(['backup.tar']);

	expect(await run(after, 'restore', archive)).toMatchObject({ status: 0 });
	expect(await readdir(after)).toEqual(['daybill.sqlite', 'sandbox.sqlite', 'session.key']);
	const { bff } = await startBoth(after);
	const again = bff.browser(browser);
	expect(await again.session()).toMatchObject({ signed_in: true, service_user_id: '1001' });
	// The restored key decrypts the user's token, and the restored sandbox accepts it.
	expect((await again.get('/api/users/1001/participated')).status).toBe(200);
	expect((await bff.browser().get(calendar)).status).toBe(200);
});

it('nothing is restored over existing data, or from a file that is not a complete backup', async () => {
	const [full, folder] = [await temporaryFolder(), await temporaryFolder()];
	const archive = path.join(folder, 'backup.tar');
	await writeFile(path.join(full, 'session.key'), 'x'.repeat(43));
	expect(await run(full, 'backup', archive)).toMatchObject({ status: 0 });
	expect(await run(full, 'restore', archive)).toEqual({
		status: 1,
		output: `Nothing was restored: ${path.join(full, 'session.key')} exists. Stop Daybill, and move the files of DATA_DIR elsewhere.\n`,
	});
	await writeFile(archive, 'something else'.repeat(100));
	const empty = path.join(folder, 'data');
	expect(await run(empty, 'restore', archive)).toMatchObject({ status: 1 });
	expect(await readdir(empty)).toEqual([]);
	const missing = path.join(folder, 'missing');
	expect(await run(empty, 'restore', missing)).toEqual({
		status: 1,
		output: `Nothing was restored: there is no file ${missing}\n`,
	});
	expect(await run(full, 'backup', path.join(missing, 'backup.tar'))).toEqual({
		status: 1,
		output: `The backup failed: there is no folder ${missing}\n`,
	});
	expect(await daybill(empty, 'restore')).toMatchObject({
		status: 2,
		output: expect.stringContaining('FILE'),
	});
});

it('“forget” deletes a user’s sessions, calendar URL and list of events while Daybill runs', async () => {
	const dataDir = await temporaryFolder();
	const started = await startBoth(dataDir);
	const { browser, calendar } = await signedIn(started);
	await browser.get('/api/me/relations?status=ongoing');
	expect(await daybill(dataDir, 'forget', '1002')).toEqual({
		status: 1,
		output: 'Nothing was deleted: nothing is stored for the user id 1002.\n',
	});
	expect(await browser.session()).toMatchObject({ signed_in: true });
	expect(await daybill(dataDir, 'forget', '1001')).toMatchObject({
		status: 0,
		output: expect.stringContaining('Deleted 1 sessions, 1 calendar URLs and 1 lists of events of 1001.'),
	});
	expect(await browser.session()).toMatchObject({ signed_in: false });
	expect((await started.bff.browser().get(calendar)).status).toBe(404);
	const database = new DatabaseSync(path.join(dataDir, 'daybill.sqlite'), { readOnly: true });
	const own = database.prepare('SELECT key FROM entries WHERE key GLOB ?').all(`${storePrefix}own:*`);
	database.close();
	expect(own).toEqual([]);
});

it.each([
	['a file of something else', () => 'x'.repeat(9_000)],
	['the first half of one', (database: Buffer) => database.subarray(0, database.byteLength / 2)],
])('a command that finds %s in place of a database says what to do', async (_, damage) => {
	const dataDir = await temporaryFolder();
	const file = path.join(dataDir, 'daybill.sqlite');
	await run(dataDir, 'forget', '1');
	await writeFile(file, damage(await readFile(file)));
	expect(await run(dataDir, 'forget', '1')).toEqual({
		status: 1,
		output: expect.stringMatching(
			/^Not everything .* in DATA_DIR is damaged \(.*\): restore a backup, or move/,
		),
	});
});
