import type { Event } from './event.ts';

/** Number of people going or interested. */
export const interestIn = ({
	participantCount,
	wisherCount,
}: Pick<Event, 'participantCount' | 'wisherCount'>) => participantCount + wisherCount;
