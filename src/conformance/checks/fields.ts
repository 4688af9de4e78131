/**
 * Checks for the fields of events, users and cities (Spec §2.1, §2.2, §2.4). The specification doesn't require
 * every field, so any but `id` may be absent or empty (gap register, `absent-fields`).
 */
import { z } from 'zod';
import { resourceSchemas } from '../../contract/spec/resources.ts';
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
import { readKnown } from '../known.ts';
import { type Body, bodyOf, formatTime, isRecord, readFlag, readText, readTime } from '../read.ts';

/** Excludes `category` and `all_day`: other services may use these names, which aren't specified, for anything. */
const { category: _category, all_day: _allDay, ...eventFields } = resourceSchemas.Event.shape;
export const fieldsOf = {
	event: eventFields as Readonly<Record<string, z.ZodType>>,
	user: resourceSchemas.UserList.shape.users.element.shape as Readonly<Record<string, z.ZodType>>,
	loc: resourceSchemas.LocList.shape.locs.element.shape as Readonly<Record<string, z.ZodType>>,
} as const;
export type Resource = keyof typeof fieldsOf;

const flags: readonly string[] = ['is_priv', 'has_invited', 'can_invite', 'habitable'];
const urls: readonly string[] = ['image', 'image-hlarge', 'image-lmobile', 'alt', 'adapt_url', 'avatar'];

function isGeo(value: unknown): boolean {
	const [latitude = 0, longitude = 0] = readText(value).split(' ').map(Number);
	return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

const isUrl = (value: unknown): boolean =>
	URL.canParse(readText(value)) && !/\s/.test(readText(value).trim());

function formatOf(name: string) {
	if (name === 'id') return { expected: 'a text that is not empty', fits: (value: unknown) => value !== '' };
	if (name === 'geo') return { expected: '<latitude> <longitude>', fits: isGeo };
	if (name.endsWith('_time'))
		return { expected: 'a time as YYYY-MM-DD HH:MM:SS', fits: (value: unknown) => readTime(value) !== null };
	if (urls.includes(name)) return { expected: 'a URL', fits: isUrl };
	return undefined;
}

export const typeOf = (schema: z.ZodType): string =>
	schema instanceof z.ZodNumber
		? 'a number, 0 or more'
		: schema instanceof z.ZodObject
			? 'an object'
			: 'a string';

/** A misspelled name that is sent instead of a field's own, such as `image_hlarge`. */
function similarName(body: Body, name: string): string | undefined {
	if (name in body) return undefined;
	const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
	return Object.keys(body).find((each) => plain(each) === plain(name));
}

function judgeField(
	resource: Resource,
	body: Body,
	name: string,
	response: { readonly curl: string },
	label = name,
): Finding {
	const schema = fieldsOf[resource][name] ?? z.unknown();
	const value = body[name];
	const similar = similarName(body, name);
	if ((value ?? '') === '' && name !== 'id' && similar === undefined)
		return leftOpen(`${name} is absent or empty`);
	const format = formatOf(name);
	// An owner only has to be an object here: its fields have their own checks.
	const isOfType = schema instanceof z.ZodObject ? isRecord(value) : schema.safeParse(value).success;
	if (!isOfType || format?.fits(value) === false)
		return differs(
			`${label}: ${format?.expected ?? typeOf(schema)}`,
			similar === undefined ? show(value) : `no such field, but ${similar}`,
			response,
		);
	if (urls.includes(name) && !/^\s*https?:/i.test(readText(value)))
		return leftOpen(`${name} is ${show(value)}, which Daybill does not use`);
	if (!flags.includes(name)) return conforms;
	const isKnown = readFlag(value) !== null;
	return leftOpen(
		`${name} is ${JSON.stringify(value)}${isKnown ? '' : ', which Daybill reads as neither yes nor no'}`,
	);
}

/** The differences in a list element, each with the field's path, which begins with `label`. */
export function judgeElement(
	resource: Resource,
	value: unknown,
	response: { readonly curl: string },
	label: string,
): Finding[] {
	if (!isRecord(value)) return [differs(`${label}: an object`, show(value), response)];
	const findings = Object.keys(fieldsOf[resource]).map((name) =>
		judgeField(resource, value, name, response, `${label}.${name}`),
	);
	if (isRecord(value.owner) && resource === 'event')
		findings.push(...judgeElement('user', value.owner, response, `${label}.owner`));
	return findings.filter(({ verdict }) => verdict === 'differs');
}

/** One check per field of a resource. @param label the resource's name in ids, such as `owner` */
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

const ofEvent = (id: string, states: string, judge: (response: ServiceResponse) => Finding): Check =>
	check('2.1', `event.${id}`, states, async (service) => judge(await readKnown(service, 'event')));

const tag =
	/<\/?(?:a|b|br|div|em|font|h[1-6]|hr|i|img|li|ol|p|span|strong|table|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i;

export const resourceChecks = [
	...fieldChecks('event', 'event', '2.1'),
	ofEvent('order', 'whether an event ends after it begins is left open', (response) => {
		const body = bodyOf(response);
		const [begin, end] = [readTime(body.begin_time), readTime(body.end_time)];
		if (begin === null || end === null) throw new NotJudged('begin_time or end_time is not a time');
		return begin < end ? conforms : leftOpen(`it ends at ${formatTime(end)}`);
	}),
	ofEvent('content-form', 'content is a text; plain or HTML is left open', (response) => {
		const text = readText(bodyOf(response).content);
		return leftOpen(text === '' ? 'content is absent' : tag.test(text) ? 'HTML' : 'plain text');
	}),
	ofEvent('extra-fields', 'fields beyond the table are left open', (response) => {
		const extra = Object.keys(bodyOf(response)).filter((name) => !(name in fieldsOf.event));
		return leftOpen(extra.length === 0 ? 'none' : extra.join(', '));
	}),
	...fieldChecks('owner', 'user', '2.2'),
	...fieldChecks('loc', 'loc', '2.4'),
];
