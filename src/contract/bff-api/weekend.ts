import type { Locale } from './preferences.ts';

export const maxOfWeekend = 4;

/** Body of `POST /auth/weekend`. Response: a JPEG of the weekend, to share. */
export interface WeekendRequest {
	locale: Locale;
	/** Events that the user is going to, each with its time as the image shows it. */
	events: { id: string; when: string }[];
}
