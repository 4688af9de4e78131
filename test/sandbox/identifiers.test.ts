import { expect, it } from 'vitest';
import { operationPath } from '../../src/contract/spec/operations.ts';
import type { WireEvent } from '../../src/contract/spec/resources.ts';
import { startWithOwnEvents } from './own-event.ts';

const oddIds = ['ev:1', 'café-2', '5 five', '2026/4', 'a.b~c_d-3', 'ev%2B7', '%', '北京', 'x'.repeat(200)];

it('the ID of an event can be any string, because it is decoded once', async () => {
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
