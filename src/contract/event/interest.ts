import type { Event } from './event.ts';

/** How many people take an interest in an event: those who go, and those who may. */
export const interestIn = ({
	participantCount,
	wisherCount,
}: Pick<Event, 'participantCount' | 'wisherCount'>) => participantCount + wisherCount;
