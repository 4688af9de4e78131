import type { Day } from '../../../contract/event/wall-clock.ts';
import { m } from '../../i18n/messages.ts';
import { RemovableChip } from '../../ui/filter-chips.tsx';
import { formatDay } from '../days/format-when.ts';
import type { FoundTime } from '../lists/result-count.tsx';

interface TimeOfWordsProps {
	when: NonNullable<FoundTime['when']>;
	path: string;
	today: Day;
}

/** What was read from the words of a search, with a link that removes these words. */
export function TimeOfWords({ when, path, today }: TimeOfWordsProps) {
	const { from, to, part } = when;
	const [begin, end] = [from, to].map((day) => day && formatDay(day, today));
	const days = begin && end && (begin === end ? begin : m.events_from_to({ begin, end }));
	const partName = part && m[`discover_part_${part}`]();
	const name = partName && days ? m.discover_time_found({ part: partName, days }) : (partName ?? days ?? '');
	return <RemovableChip name={name} path={path} />;
}
