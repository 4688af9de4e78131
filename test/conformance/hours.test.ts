import { expect, it } from 'vitest';
import { battery } from '../../src/conformance/battery.ts';
import { rawTransport } from '../../src/conformance/raw-transport.ts';
import { runConformance } from '../../src/conformance/run.ts';
import { startTestSandbox } from '../sandbox/start-sandbox.ts';

const aboutTime = battery.map(({ id }) => id).filter((id) => /\.(day_type|status)\./.test(id));
const step = 8 * 3_600;

it('agrees with a service in another time zone about today, tomorrow and the weekend at every hour of a week', async () => {
	const { origin, advance } = await startTestSandbox();
	for (let seconds = 0; seconds <= 7 * 86_400; seconds += step) {
		const report = await runConformance({
			baseUrl: origin,
			authUrl: origin,
			transport: rawTransport,
			only: aboutTime,
			now: () => Date.now() + seconds * 1000,
		});
		expect(report.results.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
		await advance(step);
	}
});

it('finds a user with two events in each own list, and with some that are over, at every hour of a week', async () => {
	const { origin, advance } = await startTestSandbox();
	for (let seconds = 0; seconds <= 7 * 86_400; seconds += step) {
		const report = await runConformance({
			baseUrl: origin,
			authUrl: origin,
			transport: rawTransport,
			only: [
				'listCreatedEvents.paging',
				'listParticipatedEvents.paging',
				'listWishedEvents.paging',
				'listParticipatedEvents.status.expired',
				'listWishedEvents.status.expired',
			],
			now: () => Date.now() + seconds * 1000,
		});
		expect(report.results.filter(({ verdict }) => verdict === 'not tried')).toEqual([]);
		await advance(step);
	}
});
