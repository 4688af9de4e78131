/** Users as other people see them (Spec §2.2): the owner of an event, and the elements of user lists. */
import { readFields, readId, readText, readUrl } from './fields.ts';
import { oneLine } from './plain-text.ts';

export interface Person {
	id: string;
	/** The name, else the alias, else the id. */
	name: string;
	avatar: string | null;
}

/** @throws UnreadableError without an id */
export function readPerson(value: unknown): Person {
	const { id, name, uid, avatar } = readFields(value, 'a user');
	const known = readId(id, 'a user');
	return {
		id: known,
		name: oneLine(readText(name)) || oneLine(readText(uid)) || oneLine(known),
		avatar: readUrl(avatar),
	};
}
