import { act, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useClock, useToday } from '../../../src/web/shared/now.ts';
import { pageOf } from '../in-page.tsx';

function Watch({ seen }: { seen: string[] }) {
	seen.push(`${useClock()} | ${useToday()}`);
	return null;
}

it('the current time and day advance every half minute', async () => {
	vi.useFakeTimers({ now: new Date('2026-11-21T15:59:30Z') });
	const seen: string[] = [];
	render(<Watch seen={seen} />, { wrapper: pageOf({ timeZone: 'Asia/Shanghai' }) });
	await act(() => vi.advanceTimersByTimeAsync(30_000));
	expect(seen).toEqual(['2026-11-21 23:59:30 | 2026-11-21', '2026-11-22 00:00:00 | 2026-11-22']);
});
