/** The image of a person's weekend. Free for the web bundle. */
import type { Day } from '../event/wall-clock.ts';
import type { Locale } from './preferences.ts';

/** Events in an image. */
export const maxOfWeekend = 4;

/** Body of `POST /auth/weekend`. The response is a JPEG. */
export interface WeekendRequest {
	locale: Locale;
	/** Events that the person goes to, with the chosen day of those that last several days. */
	events: { id: string; day: Day | null }[];
}
