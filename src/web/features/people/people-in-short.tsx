/** Some faces, one over the other, and a sentence: `Anna, Bo and 29 others`. */
import type { Person } from '../../../contract/event/person.ts';
import { languageTags } from '../../../contract/words/date-format.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { m } from '../../i18n/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import css from './people.module.css';

const faces = 6;
const names = 2;

/** @param count as the event has it: the service may know of more people than it lists */
export function PeopleInShort({ people, count }: { people: readonly Person[]; count: number }) {
	const { locale } = useLocale();
	if (people.length === 0) return null;
	const others = Math.max(count, people.length) - names;
	// "Anna, Bo and 1 other" is longer than the name.
	const isAll = others <= 1 && people.length === others + names;
	const named = people.slice(0, isAll ? people.length : names).map(({ name }) => name);
	const parts = isAll || others < 1 ? named : [...named, m.people_others({ count: others })];
	return (
		<p className={css.short}>
			<span className={css.overlap} aria-hidden="true">
				{people.slice(0, faces).map(({ id, avatar }) => (
					<Avatar key={id} source={avatar} size={40} />
				))}
			</span>
			<span>{new Intl.ListFormat(languageTags[locale], { type: 'conjunction' }).format(parts)}</span>
		</p>
	);
}
