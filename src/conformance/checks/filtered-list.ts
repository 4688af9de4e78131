/** A filtered event list, as the checks of the filters judge it. */
import { z } from 'zod';
import { operationPath } from '../../contract/operations.ts';
import { conforms, differs, type Finding, notTried, showAnswer } from '../check.ts';
import type { Service } from '../service.ts';

/** What the filters are judged by; the whole shape has checks of its own. */
export const listBody = z.looseObject({
	total: z.unknown(),
	events: z.array(
		z.looseObject({
			id: z.unknown(),
			loc_id: z.unknown(),
			begin_time: z.unknown(),
			end_time: z.unknown(),
			category: z.unknown().optional(),
		}),
	),
});
type ListBody = z.infer<typeof listBody>;
/** An event of such a list. */
export type ListedEvent = ListBody['events'][number];

/** The list for these filters, or the finding that there is none. */
export async function listOf(
	service: Service,
	filters: Readonly<Record<string, string | number>>,
): Promise<ListBody | Finding[]> {
	const { locId } = await service.known();
	if (locId === null) return [notTried('the service listed no city')];
	const answer = await service.read(operationPath('listEvents', { loc: locId, count: 100, ...filters }));
	const body = listBody.safeParse(answer.json).data;
	return answer.status === 200 && body !== undefined
		? body
		: [differs('HTTP 200 with an event list', showAnswer(answer))];
}

export const isFindings = (value: ListBody | Finding[]): value is Finding[] => Array.isArray(value);

/** Judges every event of a filtered list by one sentence. */
export function judgeEach(
	{ events }: ListBody,
	expected: string,
	fits: (event: ListedEvent) => boolean,
	got: (event: ListedEvent) => string,
): Finding[] {
	const stranger = events.find((event) => !fits(event));
	return [stranger === undefined ? conforms : differs(expected, `event ${stranger.id}: ${got(stranger)}`)];
}

/** Milliseconds. Times carry no zone: a day on either side is given to the service. */
export const tolerance = 86_400_000;
/** A wall-clock time as if it were UTC, in milliseconds since 1970. */
export const millisecondsOf = (time: unknown) => Date.parse(`${String(time).replace(' ', 'T')}Z`);

/** When an event is on, for the report. */
export const times = ({ begin_time, end_time }: ListedEvent) => `${begin_time} to ${end_time}`;
