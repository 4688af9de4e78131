/** Finds out which `start` and `count` a service takes, which the specification leaves open (gap register: paging). */
import type { WireEventList } from '../contract/spec/resources.ts';
import type { Settings } from './settings.ts';

/** Values of `count`, largest first. */
const counts = [100, 50, 20, 10];
const timeoutMs = 15_000;

/** Identifiers on a page of events; the error of the service as a text; null without a response in its form. */
async function readPage(baseUrl: string, start: number, count: number): Promise<string[] | string | null> {
	const url = `${baseUrl}/v2/event/list?${new URLSearchParams({ start: `${start}`, count: `${count}` })}`;
	const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
	const body = (await response?.json().catch(() => null)) as
		| (Partial<WireEventList> & { code?: number })
		| null;
	if (body === null || body === undefined) return null;
	return body.events?.map(({ id }) => String(id)) ?? `code ${body.code}`;
}

/** @returns what was found, with the lines for `.env` where the settings differ from it */
export async function probePaging({
	eventsBaseUrl,
	eventsPageSize,
	eventsPageStart,
}: Settings['bff']): Promise<string> {
	let problem = 'no response';
	for (const count of counts) {
		const [zero, one] = [await readPage(eventsBaseUrl, 0, count), await readPage(eventsBaseUrl, 1, count)];
		const page = Array.isArray(zero) ? zero : one;
		if (!Array.isArray(page)) {
			problem = page ?? problem;
			continue;
		}
		if (page.length < 2) return 'Paging   not tried: the service has fewer than two events';
		const isFromOne = !Array.isArray(zero) || (Array.isArray(one) && one[0] === zero[0]);
		// A service may send shorter pages than asked for instead of rejecting the call.
		const next = await readPage(eventsBaseUrl, page.length + Number(isFromOne), 1);
		const size = Array.isArray(next) && next.length > 0 ? Math.min(page.length, count) : count;
		const lines = [
			...(size === eventsPageSize ? [] : [`EVENTS_PAGE_SIZE=${size}`]),
			...(Number(isFromOne) === eventsPageStart ? [] : [`EVENTS_PAGE_START=${Number(isFromOne)}`]),
		];
		return lines.length === 0
			? 'Paging   as set'
			: ['Paging   differs from the settings. Add to .env:', ...lines].join('\n');
	}
	return `Paging   not tried: ${problem}`;
}
