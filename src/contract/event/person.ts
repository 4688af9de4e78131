/** Users as others see them (Spec §2.2): the owner of an event, and the elements of user lists. */

export interface Person {
	id: string;
	/** Falls back to the alias, then to the id. */
	name: string;
	avatar: string | null;
}
