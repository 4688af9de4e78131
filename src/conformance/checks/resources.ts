/** Checks of the resources, one for each field of the tables in Spec §2.1, §2.2 and §2.4. */
import type { z } from 'zod';
import { operationPath } from '../../contract/operations.ts';
import { resourceSchemas } from '../../contract/resources.ts';
import type { Answer } from '../call.ts';
import { type Check, conforms, differs, type Finding, leftOpen, notTried, showAnswer } from '../check.ts';
import type { Section } from '../sections.ts';
import type { Service } from '../service.ts';

type Body = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Body =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a field has to be beyond its type, by its name; undefined means it is well. */
const formats: Readonly<Record<string, (value: string) => string | undefined>> = {
	id: (value) => (value === '' ? 'not empty' : undefined),
	...Object.fromEntries(
		['image', 'image-hlarge', 'image-lmobile', 'alt', 'adapt_url', 'avatar'].map((name) => [
			name,
			(value: string) => (/^https?:$/.test(URL.parse(value)?.protocol ?? '') ? undefined : 'a URL'),
		]),
	),
	...Object.fromEntries(
		['is_priv', 'has_invited', 'can_invite', 'habitable'].map((name) => [
			name,
			(value: string) => (/^(y(es)?|no?|true|false|[01])$/i.test(value) ? undefined : 'a yes/no style flag'),
		]),
	),
	geo: (value) => {
		const [latitude = 0, longitude = 0] = value.split(' ').map(Number);
		return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? undefined : '<latitude> <longitude>';
	},
};

const flagNames = ['is_priv', 'has_invited', 'can_invite', 'habitable'];

/** Says that a field is absent, and under which near name it is there after all, as in `image_hlarge`. */
function absence(body: Body, name: string): string {
	const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
	const near = Object.keys(body).find((each) => plain(each) === plain(name));
	return near === undefined ? 'no such field' : `no such field, but ${near}`;
}

/** Judges one field of one body. */
function judgeField(body: Body, name: string, schema: z.ZodType): Finding {
	const value = body[name];
	const result = schema.safeParse(value);
	const expected = result.error?.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
	if (expected !== undefined)
		return differs(`${name}: ${expected}`, value === undefined ? absence(body, name) : value);
	const format = typeof value === 'string' ? formats[name]?.(value) : undefined;
	if (format !== undefined) return differs(`${name}: ${format}`, value);
	return flagNames.includes(name) ? leftOpen(`${name} is ${JSON.stringify(value)}`) : conforms;
}

/** One answer, or why there is none to judge. */
type Sample = { answer: Answer } | { findings: Finding[] };

const sampleOf =
	(what: 'event' | 'loc') =>
	async (service: Service): Promise<Sample> => {
		const { eventId, locId } = await service.known();
		const id = what === 'event' ? eventId : locId;
		if (id === null) return { findings: [notTried(`the service listed no ${what}`)] };
		return { answer: await service.read(operationPath(what === 'event' ? 'getEvent' : 'getLoc', { id })) };
	};

/** A check for each field of a schema. `pick` finds the resource inside the answer. */
function fieldChecks(
	resource: string,
	section: Section,
	shape: Readonly<Record<string, z.ZodType>>,
	sample: (service: Service) => Promise<Sample>,
	pick: (body: Body) => unknown,
): Check[] {
	return Object.entries(shape).map(([name, schema]) => ({
		id: `${resource}.${name}`,
		section,
		states: `${resource} has ${name}: ${schema.meta()?.description ?? 'text or number as in the table'}`,
		run: async (service) => {
			const found = await sample(service);
			if ('findings' in found) return found.findings;
			const body = isRecord(found.answer.json) ? pick(found.answer.json) : undefined;
			if (!isRecord(body)) return [differs(`${resource} as a JSON object`, showAnswer(found.answer))];
			return [judgeField(body, name, schema)];
		},
	}));
}

const { category: _category, ...eventFields } = resourceSchemas.Event.shape;

export const resourceChecks: readonly Check[] = [
	...fieldChecks('event', '2.1', eventFields, sampleOf('event'), (body) => body),
	{
		id: 'event.order',
		section: '2.1',
		states: 'an event ends after it begins',
		run: async (service) => {
			const found = await sampleOf('event')(service);
			if ('findings' in found) return found.findings;
			const { begin_time, end_time } = isRecord(found.answer.json) ? found.answer.json : {};
			return String(begin_time) <= String(end_time)
				? [conforms]
				: [differs(`end_time not before ${begin_time}`, end_time)];
		},
	},
	{
		id: 'event.content-form',
		section: '2.1',
		states: 'content is a description text; whether as plain text or HTML is left open',
		run: async (service) => {
			const found = await sampleOf('event')(service);
			if ('findings' in found) return found.findings;
			const { content } = isRecord(found.answer.json) ? found.answer.json : {};
			if (typeof content !== 'string') return [differs('a text', content)];
			return [leftOpen(/<[a-z][^>]*>/i.test(content) ? 'HTML' : 'plain text')];
		},
	},
	{
		id: 'event.extra-fields',
		section: '2.1',
		states: 'fields beyond the table are left open',
		run: async (service) => {
			const found = await sampleOf('event')(service);
			if ('findings' in found) return found.findings;
			const extra = Object.keys(isRecord(found.answer.json) ? found.answer.json : {}).filter(
				(name) => !(name in eventFields),
			);
			return [leftOpen(extra.length === 0 ? 'none' : extra.join(', '))];
		},
	},
	...fieldChecks(
		'owner',
		'2.2',
		resourceSchemas.Event.shape.owner.shape,
		sampleOf('event'),
		({ owner }) => owner,
	),
	...fieldChecks(
		'loc',
		'2.4',
		resourceSchemas.LocList.shape.locs.element.shape,
		sampleOf('loc'),
		(body) => body,
	),
];
