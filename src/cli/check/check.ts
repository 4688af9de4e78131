/**
 * `daybill check`: tests the settings, the brand and the service. Prints one line each, with a fix if
 * something is wrong. Startup prints the same lines, but only for problems.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BrandError } from '../../bff/brand/folder.ts';
import { readBrand } from '../../bff/brand/read-brand.ts';
import { mainCities, otherCities } from '../../sandbox/data/cities.ts';
import { printable } from '../run.ts';
import { readSettings, type Settings, SettingsError } from '../settings.ts';
import { type Finding, right, wrong } from './finding.ts';
import { checkEnvironment, checkMachine } from './machine.ts';
import { checkService } from './service.ts';

type Findings = AsyncIterable<Finding> | Iterable<Finding>;

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
