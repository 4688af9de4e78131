import { expect, it } from 'vitest';
import type { Report } from '../../src/conformance/report.ts';
import { battery, runConformance } from '../../src/conformance/run.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';

const aboutTime = battery.map(({ id }) => id).filter((id) => /\.(day_type|status)\./.test(id));
/** Seconds between two runs. 13 hours, so that a week's runs are at different hours of the day. */
const step = 13 * 3_600;

/** Runs checks at every step of a week. @returns their results */
async function overWeek(only: readonly string[]): Promise<Report['results']> {
	const { origin, advance } = await startTestSandbox();
	const results: Report['results'][number][] = [];
	for (let seconds = 0; seconds <= 7 * 86_400; seconds += step) {
		const report = await runConformance({
			baseUrl: origin,
			authUrl: origin,
			only,
		});
		results.push(...report.results);
		await advance(step);
	}
	return results;
}

it('agrees with a service in another time zone about its days, and finds a user with two events in each own list, on every day of a week', async () => {
	const lists = ['listCreatedEvents.paging', 'listParticipatedEvents.paging', 'listWishedEvents.paging'];
	const results = await overWeek([...aboutTime, ...lists]);
	expect(results.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
	const untried = results.filter(({ verdict }) => verdict === 'not tried').map(({ id }) => id);
	expect(lists.filter((id) => untried.includes(id))).toEqual([]);
});
