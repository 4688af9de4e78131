/** Users as other people see them (Spec §2.2): the owner of an event, and the elements of user lists. */

export interface Person {
	id: string;
	/** The name, else the alias, else the id. */
	name: string;
	avatar: string | null;
}
