import type { Day } from '../event/wall-clock.ts';
import type { Locale } from './preferences.ts';

export const maxOfWeekend = 4;

/** Body of `POST /auth/weekend`. Response: a JPEG of the weekend, to share. */
export interface WeekendRequest {
	locale: Locale;
	/** Events the person is going to, with the chosen day if an event lasts several days. */
	events: { id: string; day: Day | null }[];
}
