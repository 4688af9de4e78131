/** A seeded event: the columns of its table that nothing else fills. */
import type { Category } from './programmes.ts';

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
}
