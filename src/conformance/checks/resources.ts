/** Checks of the resources, one for each field of the tables in Spec §2.1, §2.2 and §2.4. */
import { isHtml } from '../../contract/event/plain-text.ts';
import { readWallClock } from '../../contract/event/wall-clock.ts';
import { operationPath } from '../../contract/spec/operations.ts';
import type { ServiceResponse } from '../call.ts';
import {
	type Check,
	conforms,
	differs,
	type Finding,
	leftOpen,
	notTried,
	show,
	showResponse,
} from '../check.ts';
import { bodyOf, fieldsOf, isRecord, judgeField, type Resource } from '../fields.ts';
import type { Section } from '../sections.ts';
import type { Service } from '../service.ts';

/** Judges the response about one known event or city, where there is one. */
async function withSample(
	service: Service,
	what: 'event' | 'loc',
	judge: (response: ServiceResponse) => Finding[],
): Promise<Finding[]> {
	const { eventId, locId, why } = await service.known();
	const id = what === 'event' ? eventId : locId;
	if (id === null) return [notTried(why)];
	return judge(await service.read(operationPath(what === 'event' ? 'getEvent' : 'getLoc', { id })));
}

/** A check for each field of a resource. @param label the name of the resource in ids, such as `owner` */
function fieldChecks(label: string, resource: Resource, section: Section): Check[] {
	return Object.entries(fieldsOf[resource]).map(([name, schema]) => ({
		id: `${label}.${name}`,
		section,
		states: `${label} has ${name}: ${schema.meta()?.description ?? 'as in the table'}`,
		run: (service) =>
			withSample(service, resource === 'loc' ? 'loc' : 'event', (response) => {
				if (!isRecord(response.json))
					return [differs(`${label} as a JSON object`, showResponse(response), response)];
				if (label !== 'owner') return [judgeField(resource, response.json, name, response)];
				const { owner } = response.json;
				if (owner === undefined || owner === null) return [notTried('the event has no owner')];
				return isRecord(owner)
					? [judgeField(resource, owner, name, response)]
					: [differs('owner: an object', show(owner), response)];
			}),
	}));
}

export const resourceChecks: readonly Check[] = [
	...fieldChecks('event', 'event', '2.1'),
	{
		id: 'event.order',
		section: '2.1',
		states: 'an event ends after it begins',
		run: (service) =>
			withSample(service, 'event', (response) => {
				const body = bodyOf(response);
				const [begin, end] = [readWallClock(body.begin_time), readWallClock(body.end_time)];
				if (begin === null || end === null) return [notTried('begin_time or end_time is not a time')];
				return [begin <= end ? conforms : differs(`end_time not before ${begin}`, end, response)];
			}),
	},
	{
		id: 'event.content-form',
		section: '2.1',
		states: 'content is a description text; whether it is plain text or HTML is left open',
		run: (service) =>
			withSample(service, 'event', (response) => {
				const { content } = bodyOf(response);
				if (typeof content !== 'string') return [differs('content: a string', show(content), response)];
				return [leftOpen(isHtml(content) ? 'HTML' : 'plain text')];
			}),
	},
	{
		id: 'event.extra-fields',
		section: '2.1',
		states: 'fields beyond the table are left open',
		run: (service) =>
			withSample(service, 'event', (response) => {
				const extra = Object.keys(bodyOf(response)).filter((name) => !(name in fieldsOf.event));
				return [leftOpen(extra.length === 0 ? 'none' : extra.join(', '))];
			}),
	},
	...fieldChecks('owner', 'user', '2.2'),
	...fieldChecks('loc', 'loc', '2.4'),
];
