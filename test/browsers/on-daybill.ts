/** A journey in each engine, of a new person on the Daybill that all tests share (`e2e/daybill.ts`). */
import { afterAll, describe, it, onTestFailed } from 'vitest';
import { type Daybill, sharedDaybill } from '../e2e/daybill.ts';
import { beginWith } from '../e2e/person.ts';
import { needsWebkit } from '../programs.ts';
import { firefoxEngine } from './firefox.ts';
import { createTab, type Driver, type Engine, type Tab } from './tab.ts';
import { webkitEngine } from './webkit.ts';

const engines = needsWebkit ? [firefoxEngine, webkitEngine] : [firefoxEngine];

/** Browsers of this file. Starting one costs as much as a journey. */
const started = new Map<Engine, Driver>();

async function close(engine: Engine): Promise<void> {
	const driver = started.get(engine);
	started.delete(engine);
	await driver?.close();
}

async function startedDriver(engine: Engine): Promise<Driver> {
	const driver = started.get(engine) ?? (await engine.start());
	started.set(engine, driver);
	return driver;
}

/**
 * The first journey of a file has a new profile. The next ones have it too after one that failed.
 *
 * @param journey what a person does and sees
 */
export function onDaybill(name: string, journey: (tab: Tab, daybill: Daybill) => Promise<void>): void {
	afterAll(async () => void (await Promise.all(engines.map(close))));
	describe.each(engines)('$name', (engine) => {
		it(name, async () => {
			const daybill = sharedDaybill();
			beginWith(daybill);
			onTestFailed(() => close(engine));
			await journey(createTab(await startedDriver(engine)), daybill);
		});
	});
}
