import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levels } from '../../src/contract/spec/access.ts';
import { startTestSandbox } from './start-sandbox.ts';

it('no order of token requests allows two successful refreshes with one refresh token (Spec §3.1)', async () => {
	const { issue, token, advance } = await startTestSandbox();
	const step = fc.oneof(
		fc.record({ refreshToken: fc.nat(12), atOnce: fc.integer({ min: 1, max: 4 }) }),
		fc.record({
			advance: fc.constantFrom(60, levels.L1.accessTokenSeconds / 2, levels.L1.accessTokenSeconds + 1),
		}),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
			const issued = [(await issue()).refresh_token];
			const successes = new Map<string, number>();
			for (const each of steps) {
				if ('advance' in each) {
					await advance(each.advance);
					continue;
				}
				const refresh_token = issued[each.refreshToken % issued.length] ?? '';
				const responses = await Promise.all(
					Array.from({ length: each.atOnce }, () => token({ grant_type: 'refresh_token', refresh_token })),
				);
				for (const { status, body } of responses) {
					if (status !== 200) {
						expect([119, 124]).toContain(body.code);
						continue;
					}
					successes.set(refresh_token, (successes.get(refresh_token) ?? 0) + 1);
					issued.push(body.refresh_token);
				}
			}
			for (const count of successes.values()) expect(count).toBe(1);
		}),
		{ numRuns: 10 },
	);
});
