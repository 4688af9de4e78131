import { expect, it } from 'vitest';
import { decodeNamedEntities } from '../../../src/bff/reads/parse-response.ts';

it.each([
	['Caf&eacute; &oacute;pera &Scaron;&copy;', 'Café ópera Š©'],
	['&nsubseteqq; and &CounterClockwiseContourIntegral;', '⫅̸ and ∳'],
	['no entity: & &; &unknown; &eacute', 'no entity: & &; &unknown; &eacute'],
	['&lt;b&gt; &amp;eacute; &quot;&apos;', '&lt;b&gt; &amp;eacute; &quot;&apos;'],
	['plain', 'plain'],
])('decodes %s', (text, decoded) => expect(decodeNamedEntities(text)).toBe(decoded));
