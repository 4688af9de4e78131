import type { Day } from '../../../contract/event/wall-clock.ts';

/** Own relation to one event. Going and interested are two things: both may be true. */
export interface OwnRelation {
	joined: boolean;
	wished: boolean;
	/** The chosen day; null: not decided; undefined: not known, as after joining with another browser. */
	day?: Day | null | undefined;
}

/** By event id. */
export type OwnRelations = Readonly<Record<string, OwnRelation>>;

export const noRelation: OwnRelation = { joined: false, wished: false };
