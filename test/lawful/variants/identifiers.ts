/** Services whose ids are strings other than the sandbox's numbers (gap register, `identifiers`). */
import { copyOf, isFields, type Middleware } from '../service/messages.ts';
import { eventsIn, idIndexOf, isToken, locsIn, operationOf, usersIn } from '../service/operation.ts';
import type { Variant } from '../variant.ts';

/** A reversible form of ids. */
interface Form {
	write(id: string): string;
	/** @returns null for anything not in this form */
	read(id: string): string | null;
}

/** Text before the sandbox's id. */
const after = (text: string): Form => ({
	write: (id) => `${text}${id}`,
	read: (id) => (id.startsWith(text) && id.length > text.length ? id.slice(text.length) : null),
});

/** An id in a request that does not have the form is unknown to the sandbox too. */
const unknown = 'unknown';

/** Events, users and cities with ids of a form, in every path, query and body. */
const identifiersAs =
	({ write, read }: Form): Middleware =>
	async (request, next) => {
		const name = operationOf(request);
		const asked = copyOf(request);
		const index = name === undefined ? -1 : idIndexOf(name);
		if (index !== -1) {
			const id = asked.path[index] ?? '';
			// A city may also be requested by its short name.
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
	does: `Ids look like \`${example}\`.`,
	gaps: ['identifiers'],
	create: () => identifiersAs(form),
});

export const identifierVariants: readonly Variant[] = [
	variant('with-slash', '2026/4', after('2026/')),
	variant('with-percent', '..%2B7', after('..%2B')),
];
