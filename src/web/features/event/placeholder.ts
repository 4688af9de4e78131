import type { Event } from '../../../contract/event/event.ts';
import { initialsOf } from '../../../contract/event/initials.ts';
import { dayOf } from '../../../contract/event/wall-clock.ts';
import { formatDay } from '../days/format-when.ts';

export const placeholderOf = ({ title, begin }: Event) => ({
	mark: initialsOf(title),
	day: begin === null ? '' : formatDay(dayOf(begin)),
});
