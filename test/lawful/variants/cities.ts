/** Services with other cities: short names, and how many there are (Spec §2.4; gap register, `loc-word`). */
import {
	copyOf,
	type Fields,
	inOrder,
	type Middleware,
	type Next,
	type ServiceRequest,
	withBody,
} from '../service/messages.ts';
import { operationOf } from '../service/operation.ts';
import { rejectCall } from '../service/reject.ts';
import { pageOf, readWhole } from '../service/whole-list.ts';
import type { Variant } from '../variant.ts';
import { onLocs } from './changes.ts';

/** Another short name for each city; the sandbox's own ones are unknown then. */
const shortNames = (write: (uid: string) => string, read: (uid: string) => string): Middleware =>
	inOrder(
		onLocs((loc) => {
			loc.uid = write(String(loc.uid));
		}),
		async (request, next) => {
			const asked = copyOf(request);
			const translate = (name: string) => (/^\d+$/.test(name) ? name : read(name));
			const loc = asked.query.get('loc');
			if (loc !== null) asked.query.set('loc', translate(loc));
			if (operationOf(asked) === 'getLoc') asked.path[2] = translate(asked.path[2] ?? '');
			return next(asked);
		},
	);

/** Short names of which some are changed, and all can be read back. */
const renamed = (names: Readonly<Record<string, string>>) => {
	const back = new Map(Object.entries(names).map(([from, to]) => [to, from]));
	return shortNames(
		(uid) => names[uid] ?? uid,
		(uid) => back.get(uid) ?? (uid in names ? 'unknown' : uid),
	);
};

/** Cities of the sandbox. */
const ownCities = 48;

/** More cities without events before the sandbox's own, made when they are asked for. */
function withEmptyCities(count: number): Middleware {
	const cityAt = (index: number): Fields => ({
		id: String(900_000 + index),
		name: `Quiet Town ${index}`,
		uid: `quiet-town-${index}`,
		parent: 'elsewhere',
		habitable: 'yes',
	});
	const find = (idOrUid: string) => {
		const [, digits = ''] = /^(?:quiet-town-(\d+)|(9\d{5}))$/.exec(idOrUid) ?? [];
		const index = digits === '' ? Number(idOrUid) - 900_000 : Number(digits);
		return Number.isInteger(index) && index >= 0 && index < count ? cityAt(index) : undefined;
	};
	const listCities = async (request: ServiceRequest, next: Next) => {
		const { response, all } = await readWhole(request, next);
		const { start, count: asked } = pageOf(request);
		const total = count + all.length;
		const at = (index: number): Fields | undefined => (index < count ? cityAt(index) : all[index - count]);
		const length = Math.max(0, Math.min(asked, total - start));
		const locs = Array.from({ length }, (_, index) => at(start + index));
		return response.status === 200
			? withBody(response, 200, { count: locs.length, start, total, locs })
			: response;
	};
	return async (request, next) => {
		const name = operationOf(request);
		if (name === 'listLocs') return listCities(request, next);
		const asked =
			name === 'getLoc' ? request.path[2] : name === 'listEvents' ? request.query.get('loc') : null;
		const city = asked == null ? undefined : find(asked);
		if (city === undefined) return next(request);
		// Asked of a city that the sandbox has, so that every header is there.
		const response = await next(copyOf(request, { path: ['v2', 'loc', 'list'] }));
		return withBody(response, 200, name === 'getLoc' ? city : { count: 0, start: 0, total: 0, events: [] });
	};
}

export const cityVariants: readonly Variant[] = [
	{
		name: 'city-with-slash-and-space',
		does: 'A city has the short name `zü rich/100%`.',
		gaps: [],
		section: '§2.4',
		create: () => renamed({ beijing: 'zü rich/100%' }),
	},
	{
		name: 'city-as-feed-name',
		does: 'A city has the short name `beijing.ics`.',
		gaps: [],
		section: '§2.4',
		create: () => renamed({ beijing: 'beijing.ics' }),
	},
	{
		name: 'cities-share-short-name',
		does: 'Two cities have one short name.',
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
		name: 'city-short-name-is-other-id',
		does: "A city's short name is the identifier of another city.",
		gaps: ['loc-word'],
		create: () =>
			onLocs((loc) => {
				if (loc.uid === 'shanghai') loc.uid = '108288';
			}),
	},
	{
		name: 'city-by-id-only',
		does: 'A city is found by its identifier only, not by its short name.',
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
	{
		name: 'cities-10000-before',
		does: 'There are 10,000 cities, and those with events are the last ones.',
		gaps: [],
		section: '§2.3',
		create: () => withEmptyCities(10_000 - ownCities),
	},
];
