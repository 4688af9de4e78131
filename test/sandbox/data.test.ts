import { expect, it } from 'vitest';
import type { WireEvent, WireEventList } from '../../src/contract/spec/resources.ts';
import { seedData } from '../../src/sandbox/data/seed-data.ts';
import { startTestSandbox } from './start-sandbox.ts';

const now = '2026-11-22 07:05:00';
const demo = seedData({ seed: 20_261, now, size: 'demo' });

it('seeded data is the same for the same seed', () => {
	expect(seedData({ seed: 20_261, now, size: 'demo' })).toEqual(demo);
});

it('an invitation shows a private event only to users who are invited', async () => {
	const { call, issue } = await startTestSandbox();
	const [bob, alice, other] = await Promise.all(['1002', '1001', '1010'].map((id) => issue(id)));
	const created = await call<WireEventList>('GET', '/v2/event/user_created/1002?count=100', {
		token: bob?.access_token,
	});
	const hidden = created.body.events.find(({ is_priv }) => is_priv === 'yes');
	expect(hidden).toBeDefined();
	const read = (token: string | undefined) => call<WireEvent>('GET', `/v2/event/${hidden?.id}`, { token });
	expect((await read(alice?.access_token)).body.has_invited).toBe('yes');
	expect((await read(bob?.access_token)).body.has_invited).toBe('no');
	expect((await read(undefined)).status).toBe(400);
	expect((await read(other?.access_token)).status).toBe(400);
});
