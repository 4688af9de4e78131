/** Reads a service's events, and checks what Daybill needs from them. */
import { judgeSource } from '../../bff/images/allowed-source.ts';
import { createDecoder } from '../../bff/images/decoder.ts';
import { createImageFetch, SourceError } from '../../bff/images/image-fetch.ts';
import type { Event } from '../../contract/event/event.ts';
import type { List } from '../../contract/event/lists.ts';
import { distinctLocs } from '../../contract/event/loc.ts';
import { readEventList, readLocList } from '../../contract/event/parse-resources.ts';
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

/** Number of events whose fields are checked. */
const sampleSize = 10;
/** Number of images to load. Low, because a service may draw its images on demand. */
const maxTriedImages = 4;

/** Finds the reads that need a token, and whether there are cities. @param sample a page of events */
async function* checkReads(
	ask: Ask,
	{ eventsBaseUrl }: ServiceSettings,
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
	yield right('reads', closed.length === 0 ? 'none needs a token' : `need a token: ${closed.join(', ')}`);
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

/** Loads and decodes images as the image proxy does. @returns for each image, why it is not shown; null if it is */
async function reasonsNotShown(sources: readonly string[], bff: ServiceSettings) {
	const images = createImageFetch(bff);
	const decoder = createDecoder();
	const decode = async (bytes: Uint8Array): Promise<string | null> => {
		const isShown = decoder.run({ bytes, width: 192 }).then(() => null);
		return isShown.catch(
			(error: Error) =>
				`is not an image that Daybill can show (${error.message}): the service has to send JPEG, PNG, GIF, WebP or AVIF`,
		);
	};
	const reasonOfImage = (source: string): Promise<string | null> =>
		images
			.fetch(source)
			.then(decode)
			.catch((error: unknown) => {
				if (!(error instanceof SourceError)) return reasonOf(error);
				const advice = error.isTemporary ? '' : ': the service has to send URLs that anyone can read';
				return error.advice ?? `cannot be loaded (${error.message})${advice}`;
			});
	try {
		return await Promise.all(sources.map(reasonOfImage));
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
	const tried = allowed.slice(0, maxTriedImages);
	for (const [index, reason] of (await reasonsNotShown(tried, bff)).entries())
		yield reason === null
			? right('images', `${tried[index]} can be shown`)
			: wrong('images', `${tried[index]} ${reason}`);
}

/**
 * Finds out whether a service's lists accept `start`, and from which number it counts (gap register, `paging`).
 * @param readPage a page of events from a position on; null if the service rejects the call
 */
async function checkPaging(
	{ eventsPageStart }: ServiceSettings,
	readPage: (start?: number) => Promise<List<Event> | null>,
): Promise<Finding> {
	const [zero, one, two] = [await readPage(0), await readPage(1), await readPage(2)];
	const page = zero ?? one ?? (await readPage());
	if (page === null) return wrong('paging', 'the service rejects start, and the call without it');
	const idOf = (list: List<Event> | null, index = 0) => list?.items[index]?.id;
	if (page.items.length < 2) return right('paging', 'not tried: the service sends fewer than two events');
	if ((zero ?? one) === null || idOf(two) === idOf(page))
		return page.total !== null && page.total <= page.sent
			? right('paging', `the service ignores start, and sends all ${page.sent} events of a list at once`)
			: wrong('paging', `lists end after ${page.sent} events: the service must support start and count`);
	const first = Number(zero === null || idOf(one) === idOf(zero));
	if (first === 0 && idOf(one) !== idOf(zero, 1))
		return wrong('paging', 'start: 1 must begin a list with its second event, but begins with another one');
	return first === eventsPageStart
		? right('paging', `start from ${first}`)
		: wrong('paging', `differs from the settings: ${setInEnv({ EVENTS_PAGE_START: first })}`);
}

async function checkCity(ask: Ask, { eventsBaseUrl }: ServiceSettings, city: string): Promise<Finding> {
	const found = await ask(`${eventsBaseUrl}${operationPath('getLoc', { id: city })}`);
	if (typeof found === 'object' && found.status < 300) return right('defaultCity', city);
	const list = listIn(
		await ask(`${eventsBaseUrl}${operationPath('listLocs', { count: paging.maxCount })}`),
		readLocList,
	);
	const uids = distinctLocs(list?.items ?? []).map(({ uid }) => uid);
	if (uids.includes(city)) return right('defaultCity', city);
	const some = uids.slice(0, 5).join(', ');
	return list === null || (list.total ?? 0) > list.sent
		? right('defaultCity', 'not verified: without a token, the service does not show all its cities at once')
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
	const list = (page: { start?: number | undefined; count?: number }) =>
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
	yield await checkPaging(bff, async (start) => listIn(await list({ start }), readEventList));
}
