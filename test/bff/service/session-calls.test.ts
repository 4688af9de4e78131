import { expect, it } from 'vitest';
import { createSeenLimits } from '../../../src/bff/service/session-calls.ts';

const seenAt = (index: number) => ({
	user_limit: 500,
	user_remaining: index,
	ip_limit: 5_000,
	ip_remaining: index,
	seen_at: '2026-11-20T12:00:00.000Z',
});

it('the limits last seen are kept for 10,000 sessions, the newest', () => {
	const seen = createSeenLimits();
	for (let index = 0; index <= 10_000; index++) seen.set(`session ${index}`, seenAt(index));
	expect(seen.get('session 0')).toBeUndefined();
	expect(seen.get('session 1')).toEqual(seenAt(1));
	expect(seen.get('session 10000')).toEqual(seenAt(10_000));
});
