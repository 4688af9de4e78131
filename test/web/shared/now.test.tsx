import { act, render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { PageData } from '../../../src/contract/bff-api/page-data.ts';
import { readWallClock } from '../../../src/contract/event/wall-clock.ts';
import { useClock, usePastTime, useToday } from '../../../src/web/shared/now.ts';
import { PageDataProvider } from '../../../src/web/shared/page-data.tsx';

function Watch({ seen }: { seen: string[] }) {
	seen.push(`${useClock()} | ${useToday()} | ${usePastTime()}`);
	return null;
}

/** The current times that a component received, render by render. */
function watchNow(timeZone: string | null): string[] {
	const seen: string[] = [];
	const page = { settings: { time_zone: timeZone }, now: readWallClock('2026-11-21 12:00:00') } as PageData;
	render(
		<PageDataProvider data={page}>
			<Watch seen={seen} />
		</PageDataProvider>,
	);
	return seen;
}

describe('the current time', () => {
	it('is the wall clock of the service’s time zone, if it is known', () => {
		vi.useFakeTimers({ now: new Date('2026-11-21T20:30:00Z') });
		expect(watchNow('Asia/Shanghai')).toEqual(['2026-11-22 04:30:00 | 2026-11-22 | 2026-11-22 04:30:00']);
		expect(watchNow('America/New_York')).toEqual(['2026-11-21 15:30:00 | 2026-11-21 | 2026-11-21 15:30:00']);
	});

	it('is the browser’s own if no time zone is known, but that of the westernmost zone for what is over', () => {
		vi.useFakeTimers({ now: new Date('2026-11-21T20:30:00Z') });
		vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
		expect(watchNow(null)).toEqual(['2026-11-22 02:00:00 | 2026-11-22 | 2026-11-21 08:30:00']);
	});

	it('advances every half minute', async () => {
		vi.useFakeTimers({ now: new Date('2026-11-21T15:59:30Z') });
		const seen = watchNow('Asia/Shanghai');
		await act(() => vi.advanceTimersByTimeAsync(30_000));
		expect(seen).toEqual([
			'2026-11-21 23:59:30 | 2026-11-21 | 2026-11-21 23:59:30',
			'2026-11-22 00:00:00 | 2026-11-22 | 2026-11-22 00:00:00',
		]);
	});
});
