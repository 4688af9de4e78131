import { queryOptions } from '@tanstack/react-query';
import { isCity } from '../../../contract/event/loc.ts';
import { type OperationName, operations, type Parameter } from '../../../contract/spec/operations.ts';
import { callOperation } from '../../shared/call.ts';
import { lastCity } from '../../shared/last-city.ts';
import type { FormValues } from './exchange.ts';

/** Ids that exist on this service, and a day of the event; empty strings if the service has none. */
export interface Examples {
	loc: string;
	event: string;
	user: string;
	day: string;
}

export const noExamples: Examples = { loc: '', event: '', user: '', day: '' };

export const exampleQuery = queryOptions({
	queryKey: ['developers', 'examples'],
	queryFn: async ({ signal }): Promise<Examples> => {
		const { items: locs } = await callOperation('listLocs', { start: 0, count: 100 }, { signal });
		const last = lastCity()?.uid;
		const loc = locs.find(({ uid }) => uid === last) ?? locs.find(isCity);
		if (loc === undefined) return noExamples;
		const page = { loc: loc.id, day_type: 'future', start: 0, count: 1 } as const;
		const { items } = await callOperation('listEvents', page, { signal });
		const event = items[0];
		return {
			loc: loc.id,
			event: event?.id ?? '',
			user: event?.owner?.id ?? '',
			day: event?.begin?.slice(0, 10) ?? '',
		};
	},
	staleTime: Number.POSITIVE_INFINITY,
});

const fixed: Readonly<Partial<Record<Parameter['name'], string>>> = {
	day_type: 'week',
	type: 'all',
	status: 'ongoing',
};

export function exampleValues(
	name: OperationName,
	examples: Examples,
	{ userId, pageStart }: { userId: string | null; pageStart: number },
): FormValues {
	const { path, parameters }: { path: string; parameters: readonly Parameter[] } = operations[name];
	const page: FormValues = { start: String(pageStart), count: '5' };
	const id = path.includes('/user_') ? (userId ?? examples.user) : examples.event;
	return {
		id: path.includes('/loc/') ? examples.loc : id,
		...Object.fromEntries(
			parameters.map(({ name: parameter }) => [
				parameter,
				page[parameter] ?? fixed[parameter] ?? (parameter === 'loc' ? examples.loc : examples.day),
			]),
		),
	};
}
