import type { Event } from './event.ts';

export const interestIn = ({
	participantCount,
	wisherCount,
}: Pick<Event, 'participantCount' | 'wisherCount'>) => participantCount + wisherCount;
