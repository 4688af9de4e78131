import { expect, it } from 'vitest';
import { readOngoing } from '../../../src/bff/reads/ongoing-events.ts';
import { fakeEvent } from '../fake-service.ts';
import { startReader } from './start-reader.ts';

it('a person’s events have no texts, of which a thousand would fill the memory', async () => {
	const { caller, parse, log } = await startReader(() => ({
		events: [{ ...fakeEvent, content: 'Long' }],
		total: 1,
	}));
	const events = await readOngoing({ send: caller.call, parse, log }, 'listWishedEvents', caller.userId);
	expect(events).toMatchObject([{ id: fakeEvent.id, content: null }]);
});
