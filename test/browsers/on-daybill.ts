/** A test in each engine: a new profile, and a whole Daybill of its own with a new person (`e2e/daybill.ts`). */
import { describe, it, onTestFinished } from 'vitest';
import { needsWebkit } from '../checks/engines.ts';
import { type Daybill, startDaybill } from '../e2e/daybill.ts';
import { beginWith } from '../e2e/person.ts';
import { firefoxEngine } from './firefox.ts';
import { createTab, type Tab } from './tab.ts';
import { webkitEngine } from './webkit.ts';

const engines = needsWebkit ? [firefoxEngine, webkitEngine] : [firefoxEngine];

/** @param journey what a person does and sees */
export function onDaybill(name: string, journey: (tab: Tab, daybill: Daybill) => Promise<void>): void {
	describe.each(engines)('$name', (engine) => {
		it(name, async () => {
			const daybill = await startDaybill();
			onTestFinished(() => daybill.stop());
			beginWith(daybill);
			const driver = await engine.start();
			onTestFinished(() => driver.close());
			await journey(createTab(driver), daybill);
		});
	});
}
