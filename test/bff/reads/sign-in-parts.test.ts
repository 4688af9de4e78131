import { expect, it } from 'vitest';
import { signInParts } from '../../../src/bff/reads/sign-in-parts.ts';
import { createSignPictures } from '../../../src/bff/reads/sign-pictures.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import { createPictureSignatures } from '../../../src/bff/session/picture-signatures.ts';
import { fakeEvent } from '../fake-service.ts';

const sign = createSignPictures(createPictureSignatures([newSecret()]), {
	eventsBaseUrl: 'https://service.example',
	eventsAuthUrl: 'https://service.example',
});
const event = (id: number) => ({
	...fakeEvent,
	id: `${id}`,
	image: `https://img.example/${id}.jpg`,
	is_priv: id % 3 === 0 ? 'yes' : 'no',
	content: `<p>${id}</p><img src="https://img.example/text-${id}.jpg">`,
});
const events = (count: number) => Array.from({ length: count }, (_, id) => event(id));

it.each([
	['a long list', { start: 3, total: 9_000, events: events(1_001) }],
	['a short list', { events: events(20) }],
	['a list that is private as a whole', { is_priv: 'yes', events: events(450) }],
	['one event', event(1)],
	['a list with elements of every kind', { events: [...events(300), null, 7, 'x', [event(1)], {}] }],
	['nothing', null],
	['a list alone', events(300)],
	['something else under the name', { events: 'none' }],
])('%s is signed as in one piece', async (_what, body) => {
	for (const parts of ['all', 'fields', undefined] as const)
		expect(await signInParts(sign, body, parts)).toEqual(sign(body, parts));
});

it('other work may go first after each 20 elements', async () => {
	let pauses = 0;
	const pause = async () => {
		pauses += 1;
	};
	await signInParts(sign, { events: events(101) }, 'all', pause);
	expect(pauses).toBe(5);
});
