import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import MiniSearch from 'minisearch';
import { openStore } from '../../bff/store/open-store.ts';
import { type Settings, settingNames } from '../settings.ts';
import { type Finding, right, wrong } from './finding.ts';

/** Free space in bytes; less can fill up before anyone notices. */
const leastFreeBytes = 300 * 1024 * 1024;

/**
 * Finds variables that have no effect, or whose value is not what it seems.
 * @param envFile text of `.env`
 */
export function* checkEnvironment(
	environment: Readonly<Record<string, string | undefined>>,
	envFile: string,
): Generator<Finding> {
	const names = new MiniSearch({ fields: ['id'], tokenize: (name) => [name] });
	names.addAll([...settingNames].map((id) => ({ id })));
	for (const [name, value = ''] of Object.entries(environment)) {
		// OpenTelemetry reads many more variables itself.
		const [closest] =
			settingNames.has(name) || name.startsWith('OTEL_') ? [] : names.search(name, { fuzzy: 0.2 });
		if (closest !== undefined) yield wrong(name, `unknown setting: rename it to ${closest.id}`);
		if (settingNames.has(name) && /^(["']).*\1$/s.test(value))
			yield wrong(name, 'the quotes are part of the value: remove them');
	}
	for (const [, name = ''] of envFile.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(?!["'`])[^\s#]+#/gm))
		if (settingNames.has(name))
			yield wrong(name, 'in .env, # starts a comment: put the value in double quotes');
}

async function checkDataDir(dataDir: string): Promise<Finding> {
	try {
		const created = await mkdir(dataDir, { recursive: true, mode: 0o700 });
		await rm(await mkdtemp(path.join(dataDir, '.check-')), { recursive: true });
		const { bavail, bsize } = await statfs(dataDir);
		if (created !== undefined) await rm(created, { recursive: true });
		const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
		return bavail * bsize < leastFreeBytes
			? wrong(
					'DATA_DIR',
					`${dataDir} has only ${megabytes} MB left: free some space, or choose another folder`,
				)
			: right('DATA_DIR', `${dataDir} is writable, ${megabytes} MB free`);
	} catch (error) {
		const { code = String(error) } = error as NodeJS.ErrnoException;
		const remedy = 'let the user that runs Daybill write there, or name another folder';
		return wrong('DATA_DIR', `${dataDir} is not writable (${code}): ${remedy}`);
	}
}

async function checkRedis(bff: Settings['bff']): Promise<Finding> {
	try {
		const { store } = await openStore(bff, Date.now, { warn: () => undefined });
		try {
			await store.set('check', '', 1);
			return right('REDIS_URL', 'an entry was written');
		} finally {
			await store.close();
		}
	} catch (error) {
		const { cause = error } = error as Error;
		const remedy = 'start Redis, correct the URL, or let Redis accept writes';
		return wrong('REDIS_URL', `${cause instanceof Error ? cause.message : cause}: ${remedy}`);
	}
}

/** Checks what startup needs from this machine. */
export async function* checkMachine({ bff }: Settings): AsyncGenerator<Finding> {
	yield await checkDataDir(bff.dataDir);
	if (bff.redisUrl !== null) yield await checkRedis(bff);
}
