/**
 * `npm run presses`: uses every control of list, event and city pages at every 50 ms from first paint to 2 s, with the
 * processor as it is and four times as slow. Prints what was lost or done twice, and exits 1 then.
 * `-- --only <text> --step <ms> --until <ms> --slowdown <n,…>` for a part of it.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import playwrightConfig from '../../playwright.config.ts';
import { startDaybill } from '../e2e/daybill.ts';
import { beginWith } from '../e2e/person.ts';
import { controlsOf, findEvents } from './controls.ts';
import { placeOf, pressAt, setStage } from './press.ts';

const { values } = parseArgs({
	options: {
		only: { type: 'string', default: '' },
		step: { type: 'string', default: '50' },
		until: { type: 'string', default: '2000' },
		slowdown: { type: 'string', default: '1,4' },
	},
});
const [step, until] = [Number(values.step), Number(values.until)];
const moments = values.slowdown.split(',').flatMap((slowdown) =>
	Array.from({ length: Math.floor(until / step) + 1 }, (_, index) => ({
		after: index * step,
		slowdown: Number(slowdown),
	})),
);

const daybill = await startDaybill({ environment: { VISITOR_LIMITS: 'off' } });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
let failures = 0;
try {
	beginWith(daybill);
	const events = await findEvents(daybill);
	const stage = setStage(browser, daybill, events);
	for (const control of controlsOf(events).filter(({ name }) => name.includes(values.only))) {
		const place = await placeOf(stage, control);
		const failed: string[] = [];
		/** Presses before the control had arrived. */
		let early = 0;
		let reason: unknown;
		for (const moment of moments) {
			try {
				if (!(await pressAt(stage, control, place, moment))) early += 1;
			} catch (error) {
				failed.push(`${moment.after} ms${moment.slowdown === 1 ? '' : ` (${moment.slowdown} × slower)`}`);
				reason ??= error;
			}
		}
		failures += failed.length;
		const done = moments.length - failed.length - early;
		console.log(
			[
				`${control.name}: ${done} of ${moments.length}`,
				...(early > 0 ? [`${early} before it was there`] : []),
				...(failed.length > 0 ? [`LOST at ${failed.join(', ')}`] : []),
			].join('; '),
		);
		if (reason instanceof Error) console.log(reason.message.split('\n').slice(0, 8).join('\n'));
	}
} finally {
	await browser.close();
	await daybill.stop();
}
console.log(failures === 0 ? 'No press was lost, and none was done twice.' : `${failures} went wrong.`);
process.exit(failures === 0 ? 0 : 1);
