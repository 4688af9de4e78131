/** Services with different cities: short names, and how many there are (Spec §2.4; gap register, `loc-word`). */
import { inOrder, type Middleware } from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import { rejectCall } from '../service/reject.ts';
import type { Variant } from '../variant.ts';
import { onLocs, onRequest } from './changes.ts';

/** A different short name for each city; those of the sandbox become unknown. */
const shortNames = (write: (uid: string) => string, read: (uid: string) => string): Middleware =>
	inOrder(
		onLocs((loc) => {
			loc.uid = write(String(loc.uid));
		}),
		onRequest((request) => {
			const translate = (name: string) => (/^\d+$/.test(name) ? name : read(name));
			const loc = request.query.get('loc');
			if (loc !== null) request.query.set('loc', translate(loc));
			if (operationOf(request) === 'getLoc') request.path[2] = translate(request.path[2] ?? '');
		}),
	);

export const cityVariants: readonly Variant[] = [
	{
		name: 'cities-share-short-name',
		does: 'Two cities have the same short name.',
		gaps: ['loc-word'],
		create: () =>
			shortNames(
				(uid) => (uid === 'shanghai' ? 'beijing' : uid),
				(uid) => uid,
			),
	},
	{
		name: 'cities-without-short-name',
		does: 'Cities have no short name: `uid` is empty.',
		gaps: ['loc-word'],
		create: () =>
			shortNames(
				() => '',
				() => 'unknown',
			),
	},
	{
		name: 'city-by-id-only',
		does: 'A city is found only by its id, not by its short name.',
		gaps: ['loc-word'],
		create: () => async (request, next) => {
			const name = operationOf(request);
			const asked =
				name === 'getLoc' ? request.path[2] : name === 'listEvents' ? request.query.get('loc') : null;
			return asked != null && !/^\d+$/.test(asked)
				? rejectCall(request, next, 107, 'no such city')
				: next(request);
		},
	},
];
