/** Services whose identifiers are other strings than the sandbox's numbers (gap register, `identifiers`). */
import { copyOf, isFields, type Middleware } from '../service/messages.ts';
import { eventsIn, idIndexOf, isToken, locsIn, operationOf, usersIn } from '../service/operation.ts';
import type { Variant } from '../variant.ts';

/** A reversible form of identifiers. */
interface Form {
	write(id: string): string;
	/** @returns null for what is not of this form */
	read(id: string): string | null;
}

/** Text before and after the sandbox's identifier. */
const around = (before: string, after = ''): Form => ({
	write: (id) => `${before}${id}${after}`,
	read: (id) =>
		id.startsWith(before) && id.endsWith(after) && id.length > before.length + after.length
			? id.slice(before.length, id.length - after.length)
			: null,
});

/** Filled up to a length with a text that no identifier of the sandbox ends in. */
const longAs = (length: number): Form => ({
	write: (id) => id.padEnd(length, '-long'),
	read: (id) => (id.length === length ? (/^\d+/.exec(id)?.[0] ?? null) : null),
});

/** What a request names that is of no such form is unknown to the sandbox too. */
const unknown = 'unknown';

/** Events, users and cities under identifiers of a form, in every path, query and body. */
const identifiersAs =
	({ write, read }: Form): Middleware =>
	async (request, next) => {
		const name = operationOf(request);
		const asked = copyOf(request);
		const index = name === undefined ? -1 : idIndexOf(name);
		if (index !== -1) {
			const id = asked.path[index] ?? '';
			// A city may be asked for by its short name too.
			asked.path[index] = read(id) ?? (name === 'getLoc' ? id : unknown);
		}
		const loc = asked.query.get('loc');
		if (loc !== null) asked.query.set('loc', read(loc) ?? loc);
		const response = await next(asked);
		for (const resource of [
			...eventsIn(request, response),
			...usersIn(request, response),
			...locsIn(request, response),
		]) {
			resource.id = write(String(resource.id));
			if (typeof resource.loc_id === 'string') resource.loc_id = write(resource.loc_id);
		}
		if (isToken(request) && isFields(response.body) && typeof response.body.service_user_id === 'string')
			response.body.service_user_id = write(response.body.service_user_id);
		return response;
	};

const variant = (name: string, example: string, form: Form): Variant => ({
	name: `ids-${name}`,
	does: `Identifiers are such as \`${example}\`.`,
	gaps: ['identifiers'],
	create: () => identifiersAs(form),
});

export const identifierVariants: readonly Variant[] = [
	variant('with-slash', '2026/4', around('2026/')),
	variant('mixed', 'é:活动 1+', around('é:活动 ', '+')),
	variant('with-percent', '..%2B7', around('..%2B')),
	variant('ending-as-file', '10.ics', around('', '.ics')),
	variant('with-query', 'a?b=1&c#2', around('a?b=1&c#')),
	variant('200-long', '10000001-long-long…', longAs(200)),
];
