import { expect, it } from 'vitest';
import { operationPath } from '../../../src/contract/spec/operations.ts';

it('operations (Spec §4.2) have the same URL for the same call, whatever the order of the parameters', () => {
	expect(operationPath('listEvents', { type: 'music', loc: '108288', day_type: undefined })).toBe(
		'/v2/event/list?loc=108288&type=music',
	);
	expect(operationPath('getEvent', { id: 'a/b' })).toBe('/v2/event/a%2Fb');
});
