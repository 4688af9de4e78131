/** Reads a service's events, and checks what Daybill needs from them. */
import { bulkhead } from 'cockatiel';
import { judgeSource } from '../../bff/images/allowed-source.ts';
import { createDecoder } from '../../bff/images/decoder.ts';
import { createImageFetch, SourceError } from '../../bff/images/image-fetch.ts';
import { smallerPages } from '../../bff/upstream/page-sizes.ts';
import type { Event } from '../../contract/event/event.ts';
import type { List } from '../../contract/event/lists.ts';
import { distinctLocs, type Loc } from '../../contract/event/loc.ts';
import { readEventList } from '../../contract/event/parse-resources.ts';
import { paging } from '../../contract/spec/filters.ts';
import {
	type OperationName,
	operationPath,
	operations,
	personLists,
} from '../../contract/spec/operations.ts';
import {
	type Ask,
	eventsOf,
	listIn,
	listUrl,
	locsOf,
	nameOf,
	type Outcome,
	reasonOf,
	type ServiceSettings,
} from './ask.ts';
import { type Finding, right, setInEnv, wrong } from './finding.ts';

/** Number of events whose images are checked. */
const sampleSize = 10;
const maxTriedImages = 12;
/** Few at a time: a service may draw its images on demand. */
const triedAtOnce = 3;
/** Calls that a visitor needs in an hour if reads can't be shared. */
const enoughCalls = 600;
const maxCityPages = 20;

/** Finds the reads that need a token, and whether there are cities. @param sample a page of events */
async function* checkReads(
	ask: Ask,
	{ eventsBaseUrl, visitorCalls }: ServiceSettings,
	sample: Outcome,
): AsyncGenerator<Finding> {
	const events = eventsOf(sample);
	const [event] = events ?? [];
	const owner = events?.find((each) => each.owner !== null)?.owner;
	const readsOf = (id: string | undefined, names: readonly OperationName[]) =>
		id === undefined ? [] : names.map((operation) => ({ operation, id }));
	const reads: { operation: OperationName; id?: string }[] = [
		{ operation: 'listLocs' },
		...readsOf(event?.id, ['getEvent', 'listParticipants', 'listWishers']),
		...readsOf(owner?.id, personLists),
	];
	const closed: string[] = [];
	if (typeof sample === 'object' && sample.meaning === 'closed') closed.push(operations.listEvents.path);
	for (const { operation, id } of reads) {
		const parameters = { ...(id === undefined ? {} : { id }), status: 'ongoing' };
		const response = await ask(`${eventsBaseUrl}${operationPath(operation, parameters)}`);
		if (typeof response === 'string') continue;
		const { path } = operations[operation];
		if (response.meaning === 'closed') closed.push(path);
		else if (response.target !== null)
			yield wrong('reads', `${path} redirects to ${response.target.href}: the service must respond itself`);
		else if (response.meaning === 'other')
			yield wrong('reads', `${path} sends ${nameOf(response)}: the service must respond without an error`);
		if (operation === 'listLocs' && response.status < 300 && !locsOf(response)?.length)
			yield wrong('cities', 'the list has none, so the site is empty: the service must list its cities');
	}
	if (closed.length === 0) return yield right('reads', 'none needs a token');
	const advice =
		closed.includes(operations.listEvents.path) && visitorCalls !== null && visitorCalls < enoughCalls
			? `. Nobody can share what others have read, so each page uses up calls: raise VISITOR_CALLS from ${visitorCalls} to, say, ${enoughCalls}`
			: '';
	yield right('reads', `need a token: ${closed.join(', ')}${advice}`);
}

/** Finds events that the site would not show. The conformance check judges all fields. */
function* checkShown(sample: Outcome): Generator<Finding> {
	const list = listIn(sample, readEventList);
	if (list === null) return;
	if (list.dropped.length > 0)
		yield wrong(
			'id',
			`${list.dropped.length} of ${list.sent} events are not shown (${list.dropped[0]}): the service must send an id with each`,
		);
	const untimed = list.items.filter(({ begin }) => begin === null).length;
	if (untimed > 0)
		yield wrong(
			'begin_time',
			`${untimed} of ${list.items.length} events have no time, and are in no calendar: the service must send it as YYYY-MM-DD HH:MM:SS`,
		);
	const hidden = list.items.filter(({ privacy }) => privacy === 'unclear').length;
	if (hidden > 0)
		yield wrong(
			'is_priv',
			`${hidden} of ${list.items.length} events are not shown to the public, since is_priv is neither yes nor no: the service must send yes or no`,
		);
}

/** Loads and decodes images as the image proxy does. @returns why an image is not shown, by URL */
async function reasonsNotShown(sources: readonly string[], bff: ServiceSettings) {
	const images = createImageFetch(bff);
	const decoder = createDecoder();
	const pool = bulkhead(triedAtOnce, maxTriedImages);
	const reasonOfImage = async (source: string): Promise<string | null> => {
		try {
			const bytes = await images.fetch(source);
			return await decoder.run({ bytes, width: 192 }).then(
				() => null,
				({ message }: Error) =>
					`is not an image that Daybill can show (${message}): the service has to send JPEG, PNG, GIF, WebP or AVIF`,
			);
		} catch (error) {
			if (!(error instanceof SourceError)) return reasonOf(error);
			const advice = error.isTemporary ? '' : ': the service has to send URLs that anyone can read';
			return error.advice ?? `cannot be loaded (${error.message})${advice}`;
		}
	};
	try {
		const reasons = await Promise.all(
			sources.map(async (source) => [source, await pool.execute(() => reasonOfImage(source))] as const),
		);
		return reasons.flatMap(([source, reason]) => (reason === null ? [] : [{ source, reason }]));
	} finally {
		decoder.close();
		await images.close();
	}
}

async function* checkImages(bff: ServiceSettings, sample: Outcome): AsyncGenerator<Finding> {
	const events = eventsOf(sample) ?? [];
	// Lists show an event's last poster; the event's page shows the first.
	const sources = [
		...events.flatMap(({ posters }) => posters.slice(-1)),
		...events.flatMap(({ posters }) => posters.slice(0, -1)),
		...events.flatMap(({ owner }) => owner?.avatar ?? []),
	].filter((source, index, all) => all.indexOf(source) === index && !/\s/.test(source));
	if (sources.length === 0)
		return yield right(
			'IMAGE_ORIGINS',
			'not tried: the first events of the list have no images that can be read',
		);
	const allowed = sources.filter((source) => judgeSource(source, bff) !== 'rejected');
	const origins = sources
		.filter((source) => judgeSource(source, bff) !== 'configured')
		.map((source) => new URL(source).origin);
	const bare = events.filter(({ posters }) => posters.length === 0).length;
	const without = bare === 0 ? '' : `; ${bare} events have no poster with an absolute URL`;
	yield allowed.length === sources.length
		? right('IMAGE_ORIGINS', `all ${sources.length} images of ${events.length} events are allowed${without}`)
		: wrong(
				'IMAGE_ORIGINS',
				`leaves out images of events: ${setInEnv({ IMAGE_ORIGINS: [...new Set([...bff.imageOrigins, ...origins])].join(',') })}`,
			);
	if (allowed.length === 0) return yield right('images', `none of ${sources.length} was tried`);
	const tried = allowed.slice(0, maxTriedImages);
	const failed = await reasonsNotShown(tried, bff);
	const byHost = Map.groupBy(failed, ({ source, reason }) => `${new URL(source).host} ${reason}`);
	for (const same of byHost.values())
		for (const { source, reason } of same.slice(0, 1))
			yield wrong('images', `${same.length} of ${tried.length} are not shown: ${source} ${reason}`);
	if (failed.length === 0)
		yield right('images', `${tried.length} of ${sources.length} were tried, and can be shown`);
}

const idsOf = (page: List<Event> | string): string[] =>
	typeof page === 'string' ? [] : page.items.map(({ id }) => id);

const numbersOfElements = [paging.maxCount, ...smallerPages];

/** @param how the service pages */
const endsAfterOnePage = (how: string, { sent, total }: List<Event>): Finding =>
	total !== null && total <= sent
		? right('paging', `the service ${how}, and sends all ${sent} events of a list at once`)
		: wrong(
				'paging',
				`the service ${how}, so lists end after ${sent} events: it must support start and count`,
			);

/**
 * Finds out which values of `start` and `count` a service accepts (gap register, `paging`).
 *
 * @param readPage a page of events, or why there is none
 */
async function* checkPaging(
	{ eventsPageStart }: ServiceSettings,
	readPage: (page: { start?: number; count?: number }) => Promise<List<Event> | string>,
): AsyncGenerator<Finding> {
	for (const count of numbersOfElements) {
		const [zero, one] = [await readPage({ start: 0, count }), await readPage({ start: 1, count })];
		const page = typeof zero === 'string' ? one : zero;
		if (typeof page === 'string') continue;
		const { sent, total } = page;
		const ids = idsOf(page);
		const idsFrom = async (start: number) => idsOf(await readPage({ start, count }));
		if (ids.length < Math.min(2, count))
			return yield right('paging', 'not tried: the service sends fewer than two events');
		const next = await idsFrom(ids.length + 1);
		if (next[0] === ids[0]) return yield endsAfterOnePage('ignores start', page);
		const first = Number(typeof zero === 'string' || idsOf(one)[0] === ids[0]);
		// A service may send shorter pages than requested instead of rejecting the call, or hide elements of this
		// page or the next.
		const after = await idsFrom(ids.length + first);
		const isNew = (id: string) => !ids.includes(id);
		const hidden = after.filter((id) => !isNew(id)).length;
		const hasMore = after.some(isNew);
		if (!hasMore && total !== null && total > sent + hidden)
			return yield wrong(
				'paging',
				`the list has ${total} events, but none from ${ids.length + first} on, so lists end there: start must be the position of an event`,
			);
		const size = hasMore ? Math.min(ids.length + hidden, count) : count;
		return yield first === eventsPageStart
			? right('paging', `count up to ${size}, start from ${first}`)
			: wrong('paging', `differs from the settings: ${setInEnv({ EVENTS_PAGE_START: first })}`);
	}
	const page = await readPage({});
	yield typeof page === 'string'
		? wrong('paging', `the service rejects start and count, and the call without them (${page})`)
		: endsAfterOnePage('rejects start and count', page);
}

async function checkCity(
	ask: Ask,
	{ eventsBaseUrl, eventsPageStart }: ServiceSettings,
	city: string,
): Promise<Finding> {
	const found = await ask(`${eventsBaseUrl}${operationPath('getLoc', { id: city })}`);
	if (typeof found === 'object' && found.status < 300) return right('defaultCity', city);
	const locs: Loc[] = [];
	const counts = [...numbersOfElements];
	for (let calls = 0; calls < maxCityPages; calls++) {
		const [count] = counts;
		const page = count === undefined ? {} : { start: eventsPageStart + locs.length, count };
		const read = locsOf(await ask(`${eventsBaseUrl}${operationPath('listLocs', page)}`));
		locs.push(...(read ?? []));
		if (count === undefined || read?.length === 0) break;
		if (read === null) counts.shift();
	}
	const uids = distinctLocs(locs).map(({ uid }) => uid);
	if (uids.includes(city)) return right('defaultCity', city);
	const some = uids.slice(0, 5).join(', ');
	return uids.length === 0
		? right('defaultCity', 'not tried: the cities cannot be read without a token')
		: wrong('defaultCity', `the service has no city ${city}: use another short name, such as ${some}`);
}

/**
 * @param city the brand's `defaultCity`; null if it names none
 * @param loc city whose events are read; undefined if the service lists events without one
 */
export async function* checkData(
	ask: Ask,
	bff: ServiceSettings,
	{ city, loc }: { city: string | null; loc: string | undefined },
): AsyncGenerator<Finding> {
	const list = (page: { start?: number; count?: number }) =>
		ask(listUrl(bff.eventsBaseUrl, { ...page, loc }));
	let sample = await list({ count: sampleSize });
	for (const page of [{ count: 1 }, {}]) if (eventsOf(sample) === null) sample = await list(page);
	yield* checkReads(ask, bff, sample);
	if (city !== null) yield await checkCity(ask, bff, city);
	if (typeof sample === 'object' && sample.meaning === 'closed')
		return yield right(
			'paging',
			'not tried, nor are images: lists of events need a token. If the first event of a list is number 1, set EVENTS_PAGE_START=1',
		);
	yield* checkShown(sample);
	yield* checkImages(bff, sample);
	yield* checkPaging(bff, async (page) => {
		const response = await list(page);
		const found = listIn(response, readEventList);
		return found ?? (typeof response === 'string' ? response : nameOf(response));
	});
}
