/** A seeded event. Its fields have the names of the table's columns. */
import type { Category } from './event-templates.ts';

export interface SeedEvent {
	id: string;
	title: string;
	content: string;
	begin_time: string;
	end_time: string;
	address: string;
	geo: string;
	loc_id: string;
	owner_id: string;
	category: Category;
	album: string;
	is_priv: boolean;
	/** JSON of fields that the specification lacks (gap register, `extra-fields`). */
	extra: string;
}
