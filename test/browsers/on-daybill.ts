/** A test in each engine: a new profile with a new person, and a whole Daybill for the tests of a file (`e2e/daybill.ts`). */
import { afterAll, describe, it, onTestFinished } from 'vitest';
import { type Daybill, startDaybill } from '../e2e/daybill.ts';
import { beginWith } from '../e2e/person.ts';
import { needsWebkit } from '../programs.ts';
import { firefoxEngine } from './firefox.ts';
import { createTab, type Tab } from './tab.ts';
import { webkitEngine } from './webkit.ts';

const engines = needsWebkit ? [firefoxEngine, webkitEngine] : [firefoxEngine];

let started: Promise<Daybill> | undefined;

/**
 * @param journey what a person does and sees
 * @param isShared false for a journey that stops its Daybill
 */
export function onDaybill(
	name: string,
	journey: (tab: Tab, daybill: Daybill) => Promise<void>,
	isShared = true,
): void {
	afterAll(async () => {
		await (await started)?.stop();
		started = undefined;
	});
	describe.each(engines)('$name', (engine) => {
		it(name, async () => {
			if (isShared) started ??= startDaybill();
			const daybill = await ((isShared && started) || startDaybill());
			if (!isShared) onTestFinished(() => daybill.stop());
			beginWith(daybill);
			const driver = await engine.start();
			onTestFinished(() => driver.close());
			await journey(createTab(driver), daybill);
		});
	});
}
