/**
 * `daybill check`: tests the settings, the brand and the service. Prints a line for each result, with a fix for each
 * problem. Startup tests the settings and the service likewise, but prints only problems.
 */
import { mkdir, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { BrandError, readBrand } from '../../bff/brand/read-brand.ts';
import { openStore } from '../../bff/store/open-store.ts';
import { editDistance } from '../../contract/words/edit-distance.ts';
import { mainCities, otherCities } from '../../sandbox/data/cities.ts';
import { readSettings, type Settings, SettingsError, settingNames } from '../../servers/settings.ts';
import { printable } from '../run.ts';
import { type Finding, right, wrong } from './finding.ts';
import { checkService } from './service.ts';

type Findings = AsyncIterable<Finding> | Iterable<Finding>;

/** Minimum free disk space in bytes. Less can fill up before anyone notices. */
const leastFreeBytes = 300 * 1024 * 1024;

/**
 * Finds misspelled variables, and values that `.env` or the shell has misread.
 * @param envFile text of `.env`
 */
function* checkEnvironment(
	environment: Readonly<Record<string, string | undefined>>,
	envFile: string,
): Generator<Finding> {
	for (const [name, value = ''] of Object.entries(environment)) {
		// OpenTelemetry itself reads many variables that Daybill doesn't know.
		const isKnown = settingNames.has(name) || name.startsWith('OTEL_');
		const max = Math.floor(name.length / 5);
		const closest = [...settingNames].find((each) => !isKnown && editDistance(name, each, max) <= max);
		if (closest !== undefined) yield wrong(name, `unknown setting: rename it to ${closest}`);
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

async function* checkMachine({ bff }: Settings): AsyncGenerator<Finding> {
	yield await checkDataDir(bff.dataDir);
	if (bff.redisUrl !== null) yield await checkRedis(bff);
}

const checkEnv = async () => checkEnvironment(process.env, await readFile('.env', 'utf8').catch(() => ''));

/** Prints findings, or only problems if `isBrief`. @returns whether there are problems */
export async function printFindings(findings: Findings, isBrief = false): Promise<boolean> {
	let isWrong = false;
	for await (const { isRight, what, text } of findings) {
		if (!isRight) console.error(printable(`wrong ${what}: ${text}`));
		else if (!isBrief) console.log(printable(`ok    ${what}: ${text}`));
		isWrong ||= !isRight;
	}
	return isWrong;
}

export async function* checkFailedStart(): AsyncGenerator<Finding> {
	yield* await checkEnv();
	try {
		yield* checkMachine(readSettings(process.env));
	} catch (error) {
		if (!(error instanceof SettingsError)) throw error;
	}
}

/** Tests valid settings with this machine and the service. @param city the brand's `defaultCity` */
export async function* checkSettings(settings: Settings, city: string | null): AsyncGenerator<Finding> {
	yield* await checkEnv();
	yield* checkMachine(settings);
	if (!settings.sandbox.enabled) return yield* checkService(settings.bff, city);
	yield right('EVENTS_BASE_URL', 'not set, so the sandbox is the service');
	if (city !== null && ![...mainCities, ...otherCities].some(({ uid }) => uid === city))
		yield wrong('defaultCity', `the sandbox has no city ${city}: use another short name, such as beijing`);
}

/** The individual problems of an error that lists several. */
function* problemsOf(error: unknown): Generator<Finding> {
	if (!(error instanceof SettingsError || error instanceof BrandError)) throw error;
	for (const problem of error.problems) {
		const [what = '', ...text] = problem.split(': ');
		yield wrong(what, text.join(': '));
	}
}

async function* checkAll(): AsyncGenerator<Finding> {
	let city: string | null = null;
	const folder = process.env.BRAND_DIR;
	if (folder)
		try {
			const brand = await readBrand(path.resolve(folder));
			yield right('BRAND_DIR', `${brand.name}, ${path.resolve(folder)}`);
			({ city } = brand);
		} catch (error) {
			yield* problemsOf(error);
		}
	let settings: Settings;
	try {
		settings = readSettings(process.env);
	} catch (error) {
		const seen = [...(await checkEnv())];
		yield* seen;
		for (const problem of problemsOf(error))
			if (seen.every(({ what }) => what !== problem.what)) yield problem;
		return;
	}
	yield right('PUBLIC_URL', settings.bff.publicUrl);
	yield* checkSettings(settings, city);
}

export async function check(): Promise<void> {
	if (await printFindings(checkAll())) process.exitCode = 1;
}
