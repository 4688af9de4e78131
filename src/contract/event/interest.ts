import type { Event } from './event.ts';

/** How many people go or are interested. */
export const interestIn = ({
	participantCount,
	wisherCount,
}: Pick<Event, 'participantCount' | 'wisherCount'>) => participantCount + wisherCount;
