import { expect, it } from 'vitest';
import { createParseResponse, decodeNamedEntities } from '../../../src/bff/reads/parse-response.ts';
import { createOutages } from '../../../src/bff/upstream/outages.ts';
import { fakeEvent } from '../fake-service.ts';

it.each([
	['Caf&eacute; &oacute;pera &Scaron;&copy;', 'Café ópera Š©'],
	['&nsubseteqq; and &CounterClockwiseContourIntegral;', '⫅̸ and ∳'],
	['no entity: & &; &unknown; &eacute', 'no entity: & &; &unknown; &eacute'],
	['&lt;b&gt; &amp;eacute; &quot;&apos;', '&lt;b&gt; &amp;eacute; &quot;&apos;'],
	['plain', 'plain'],
])('decodes %s', (text, decoded) => expect(decodeNamedEntities(text)).toBe(decoded));

it('decodes texts at every depth, but no URLs, and removes control characters', () => {
	const log = { warn: () => undefined };
	const unsigned = { event: <Value>(event: Value) => event, person: <Value>(person: Value) => person };
	const parse = createParseResponse(unsigned, log, createOutages(log));
	const id = { id: '10' };
	const encoded = {
		...fakeEvent,
		title: 'Caf&eacute;\u0007',
		alt: 'https://e.example/?a&copy;',
		owner: { ...id, name: '&Scaron;' },
	};
	const decoded = { title: 'Café', page: encoded.alt, owner: { name: 'Š' } };
	expect(parse({ operation: 'getEvent', parameters: id }, encoded)).toMatchObject(decoded);
	expect(
		parse({ operation: 'listEvents', parameters: { loc: '1' } }, { events: [encoded] }).items,
	).toMatchObject([decoded]);
	expect(parse({ operation: 'getLoc', parameters: id }, { ...id, name: '&Scaron;' }).name).toBe('Š');
	for (const body of [{ users: [{ user: encoded.owner }] }, [encoded.owner]])
		expect(parse({ operation: 'listWishers', parameters: id }, body).items[0]?.name).toBe('Š');
});
