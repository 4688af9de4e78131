import { expect, it } from 'vitest';
import { readWallClock } from '../../../../src/contract/event/wall-clock.ts';
import { shownFront } from '../../../../src/web/features/front-page/front-rows.tsx';
import { publicEvent } from '../../../bff/public-event.ts';

const event = (begin: string, end: string) =>
	publicEvent({ begin_time: `2026-${begin}:00`, end_time: `2026-${end}:00` });
const afternoon = event('11-20 15:00', '11-20 17:00');
const evening = event('11-20 20:00', '11-20 22:00');
const weeks = event('10-01 10:00', '12-31 18:00');

it.each([
	['begun', '2026-11-20 16:00:00', [afternoon, evening], [evening], [afternoon]],
	['later', '2026-11-20 18:00:00', [evening], [evening], []],
	['the next day', '2026-11-21 08:00:00', [], [], []],
	['still the day before', '2026-11-19 16:00:00', [], [evening], [afternoon]],
	['unknown', '', [afternoon, evening], [evening], [afternoon]],
])(
	'a front page made a while ago shows only what is on or still ahead: %s',
	(_, now, today, weekend, popular) => {
		const front = {
			today: [afternoon, evening],
			weekend: [evening],
			popular: [afternoon],
			upcoming: [evening],
			running: [weeks],
		};
		const shown = { today, weekend, popular, upcoming: weekend, running: [weeks] };
		expect(shownFront(front, readWallClock(now))).toEqual(shown);
	},
);
