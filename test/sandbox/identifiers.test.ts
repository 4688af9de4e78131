import { describe, expect, it } from 'vitest';
import { operationPath } from '../../src/contract/spec/operations.ts';
import type { WireEvent } from '../../src/contract/spec/resources.ts';
import { startWithOwnEvents } from './own-event.ts';
import { shareTestSandbox } from './start-sandbox.ts';

const oddIds = ['ev:1', 'café-2', '5 five', '2026/4', 'a.b~c_d-3', 'ev%2B7', '%', '北京', 'x'.repeat(200)];

const shared = shareTestSandbox();

describe('ids', () => {
	it('can be any string for an event, because they are decoded once', async () => {
		const { call, issue } = await startWithOwnEvents(...oddIds.map((id) => ({ id })));
		const { access_token: token } = await issue('1002');
		for (const id of oddIds) {
			const event = await call<WireEvent>('GET', operationPath('getEvent', { id }));
			expect([event.status, event.body.id]).toEqual([200, id]);
			expect((await call('POST', operationPath('joinEvent', { id }), { token })).status).toBe(202);
			expect((await call('GET', operationPath('listParticipants', { id }))).body).toMatchObject({ total: 1 });
			for (const url of [event.body.alt, event.body.adapt_url, event.body.image])
				expect([url, (await fetch(url)).status]).toEqual([url, 200]);
		}
	});

	it('get 107 when unknown, whatever their characters and length', async () => {
		const { call } = shared();
		for (const id of [...oddIds, 'y'.repeat(3_000), '?', '#', ' ', '\0', '.hidden', '\u{1f600}'])
			for (const name of ['getEvent', 'listParticipants', 'getLoc'] as const) {
				const { status, body } = await call('GET', operationPath(name, { id }));
				expect([id, status, body.code]).toEqual([id, 400, 107]);
			}
	});
});
