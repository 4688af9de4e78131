/** Checks of the resources, one for each field of the tables in Spec §2.1, §2.2 and §2.4. */
import { NotJudged, type ServiceResponse } from '../call.ts';
import {
	type Check,
	check,
	conforms,
	Differs,
	differs,
	type Finding,
	leftOpen,
	type Section,
	show,
} from '../check.ts';
import { fieldsOf, judgeField, type Resource } from '../fields.ts';
import { readKnown } from '../known.ts';
import { bodyOf, formatTime, isRecord, readTime } from '../read.ts';

/** A check for each field of a resource. @param label the name of the resource in ids, such as `owner` */
const fieldChecks = (label: string, resource: Resource, section: Section): Check[] =>
	Object.entries(fieldsOf[resource]).map(([name, schema]) => {
		const states = `${label} has ${name}: ${schema.meta()?.description ?? 'as in the table'}`;
		return check(section, `${label}.${name}`, states, async (service) => {
			const response = await readKnown(service, resource === 'loc' ? 'loc' : 'event');
			if (!isRecord(response.json)) throw new Differs(`${label} as a JSON object`, response);
			if (label !== 'owner') return judgeField(resource, response.json, name, response);
			const { owner } = response.json;
			if (owner === undefined || owner === null) throw new NotJudged('the event has no owner');
			return isRecord(owner)
				? judgeField(resource, owner, name, response)
				: differs('owner: an object', show(owner), response);
		});
	});

/** A check of the event as a whole. */
const ofEvent = (id: string, states: string, judge: (response: ServiceResponse) => Finding): Check =>
	check('2.1', `event.${id}`, states, async (service) => judge(await readKnown(service, 'event')));

/** A tag of an element that event texts use. */
const tag =
	/<\/?(?:a|b|br|div|em|font|h[1-6]|hr|i|img|li|ol|p|span|strong|table|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i;

export const resourceChecks = [
	...fieldChecks('event', 'event', '2.1'),
	ofEvent('order', 'an event ends after it begins', (response) => {
		const body = bodyOf(response);
		const [begin, end] = [readTime(body.begin_time), readTime(body.end_time)];
		if (begin === null || end === null) throw new NotJudged('begin_time or end_time is not a time');
		return begin <= end
			? conforms
			: differs(`end_time not before ${formatTime(begin)}`, formatTime(end), response);
	}),
	ofEvent(
		'content-form',
		'content is a description text; whether it is plain text or HTML is left open',
		(response) => {
			const { content } = bodyOf(response);
			if (content === undefined || content === null) return leftOpen('content is absent');
			if (typeof content !== 'string') return differs('content: a string', show(content), response);
			return leftOpen(tag.test(content) ? 'HTML' : 'plain text');
		},
	),
	ofEvent('extra-fields', 'fields beyond the table are left open', (response) => {
		const extra = Object.keys(bodyOf(response)).filter((name) => !(name in fieldsOf.event));
		return leftOpen(extra.length === 0 ? 'none' : extra.join(', '));
	}),
	...fieldChecks('owner', 'user', '2.2'),
	...fieldChecks('loc', 'loc', '2.4'),
];
