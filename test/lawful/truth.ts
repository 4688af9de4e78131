/** What a service contains, read directly with a user's token: what Daybill shows is compared with it. */

import { type Event, isPublic } from '../../src/contract/event/event.ts';
import { distinctLocs, type Loc } from '../../src/contract/event/loc.ts';
import { readEventList, readLocList } from '../../src/contract/event/parse-resources.ts';
import { daysOf, isLongRunning, phaseOf } from '../../src/contract/event/times.ts';
import { type Day, dayOf, type WallClock } from '../../src/contract/event/wall-clock.ts';
import { type OperationName, operationPath, type ParametersOf } from '../../src/contract/spec/operations.ts';
import type { LawfulService } from './service/start-service.ts';
import type { Variant } from './variant.ts';

/** The first city of every service. */
const cityName = '北京';

export interface Truth {
	city: Loc;
	/** Public, upcoming, and on one evening if the city has such an event. */
	event: Event;
	/** A day that the user can choose for it. */
	day: Day;
	/** A private event that the service lists; null if it lists none. */
	privateEvent: Event | null;
	/** The user's own id. */
	userId: string;
	/** Ids of a list as the service returns it. */
	idsOf(parameters: ParametersOf<'listEvents'>): Promise<string[]>;
}

export async function readTruth(variant: Variant, service: LawfulService): Promise<Truth> {
	const { access_token, service_user_id } = await service.tokens();
	const base = service.baseUrl.replace(/\/$/, '');
	const get = async <Name extends OperationName>(
		name: Name,
		input: ParametersOf<Name> & { id?: string },
	): Promise<unknown> => {
		const url = `${base}${operationPath(name, input)}`;
		const response = await fetch(url, { headers: { authorization: `Bearer ${access_token}` } });
		if (!response.ok) throw new Error(`the service rejects ${url}: ${await response.text()}`);
		return response.json();
	};

	const { items: cities } = readLocList(await get('listLocs', {}));
	const city = distinctLocs(cities).find(({ name }) => name === cityName);
	if (city === undefined) throw new Error(`the service has no city ${cityName}`);
	const hours = variant.wallClockHours ?? 8;
	const now = new Date(service.now() + hours * 3_600_000)
		.toISOString()
		.slice(0, 19)
		.replace('T', ' ') as WallClock;
	const today = dayOf(now);
	/** The first page of a list, without past events. */
	const listed = async (filters: ParametersOf<'listEvents'>): Promise<Event[]> => {
		const { items } = readEventList(await get('listEvents', { loc: city.id, ...filters }));
		return items.filter((each) => phaseOf(each, now) !== 'over' && daysOf(each, { from: today }).length > 0);
	};
	const upcoming = [...(await listed({ type: 'music' })), ...(await listed({}))];
	const visible = upcoming.filter(isPublic);
	const later = visible.filter(({ begin }) => begin !== null && dayOf(begin) > today);
	const event = later.find((each) => !isLongRunning(each)) ?? later[0] ?? visible[0];
	if (event === undefined) throw new Error('the service lists no event to try');
	const [day] = daysOf(event, { from: today });
	if (day === undefined) throw new Error('the event has no day to choose');
	return {
		city,
		event,
		day,
		privateEvent: upcoming.find((each) => !isPublic(each)) ?? null,
		userId: service_user_id,
		async idsOf({ start, count, ...filters }) {
			// Some services reject the paging parameters.
			const list = await get('listEvents', { ...filters, start, count }).catch(() =>
				get('listEvents', filters),
			);
			return readEventList(list).items.map(({ id }) => id);
		},
	};
}
