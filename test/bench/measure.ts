/** Puts load on a URL and measures it. */
import autocannon from 'autocannon';

export const median = (values: readonly number[]) =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export interface Load {
	url: string;
	method?: 'GET' | 'POST';
	headers?: Record<string, string>;
	/** Several requests in turn, instead of one. */
	requests?: { method: 'POST'; path: string; headers: Record<string, string> }[];
	/** Seconds. */
	seconds: number;
	connections?: number;
}

export interface Measured {
	/** Responses per second. */
	rate: number;
	/** Milliseconds. */
	p50: number;
	p99: number;
}

/** @throws Error when a response was not a success: a figure of error responses would mean nothing */
export async function load({
	url,
	method = 'GET',
	headers = {},
	requests,
	seconds,
	connections = 16,
}: Load): Promise<Measured> {
	const result = await autocannon({
		url,
		method,
		headers,
		...(requests === undefined ? {} : { requests }),
		duration: seconds,
		connections,
	});
	if (result.non2xx > 0 || result.errors > 0)
		throw new Error(`${url}: ${result.non2xx} error responses and ${result.errors} failures under load`);
	// Measured in whole milliseconds: less than one counts as one, so that one can be divided by the other.
	return { rate: result.requests.average, p50: result.latency.p50, p99: Math.max(1, result.latency.p99) };
}

/**
 * Puts load on several URLs in turns, so that a slow minute of the machine affects all alike.
 *
 * @returns for each the median of its rounds
 */
export async function loadInTurns<Name extends string>(
	loads: Record<Name, Load>,
	rounds = 3,
): Promise<Record<Name, Measured>> {
	const names = Object.keys(loads) as Name[];
	const results = Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<
		Name,
		Measured[]
	>;
	for (const name of names) await load({ ...loads[name], seconds: 1 });
	for (let round = 0; round < rounds; round++)
		for (const name of names) results[name].push(await load(loads[name]));
	return Object.fromEntries(
		names.map((name) => [
			name,
			{
				rate: median(results[name].map(({ rate }) => rate)),
				p50: median(results[name].map(({ p50 }) => p50)),
				p99: median(results[name].map(({ p99 }) => p99)),
			},
		]),
	) as Record<Name, Measured>;
}
