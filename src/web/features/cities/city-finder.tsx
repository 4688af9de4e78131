/** Finds a city by name: a field, and links to the cities found. */
import {
	type ReactNode,
	type SubmitEvent,
	useDeferredValue,
	useEffect,
	useId,
	useRef,
	useState,
} from 'react';
import { useNavigate } from 'react-router';
import type { Loc } from '../../../contract/event/loc.ts';
import { otherNamesOf } from '../../../contract/words/city-names.ts';
import { editDistance } from '../../../contract/words/edit-distance.ts';
import { langOf } from '../../i18n/lang-of.ts';
import { m } from '../../i18n/messages.ts';
import { moveInMenu } from '../../ui/arrow-keys.ts';
import css from './city-finder.module.css';
import { LatinName } from './latin-name.tsx';

/** Reduces a name to its letters and digits: “Xi’an” becomes “xian”. */
const plain = (text: string) =>
	text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a name contains the letters of a text in this order: “gz” in “guangzhou”. */
function isShortFor(text: string, name: string): boolean {
	let at = 0;
	for (const letter of name) if (letter === text[at]) at++;
	return at === text.length && name[0] === text[0];
}

/** Whether a text is the beginning of a name, with a typo or two. */
function isTypo(text: string, name: string): boolean {
	const most = text.length < 3 ? 0 : text.length < 7 ? 1 : 2;
	return [-1, 0, 1].some((more) => editDistance(text, name.slice(0, text.length + more), most) <= most);
}

/**
 * Finds cities whose name or short name begins with the text, then those whose name contains it. If there are none,
 * finds the cities that the text misspells, else those that it abbreviates. Keeps the service's order in each group.
 */
export function matchCities(cities: readonly Loc[], text: string): Loc[] {
	const wanted = plain(text);
	if (wanted === '') return [];
	const names = new Map(
		cities.map((city) => [city, [city.name, city.uid, ...otherNamesOf(city.uid)].map(plain)]),
	);
	const those = (isMeant: (name: string) => boolean) =>
		cities.filter((city) => names.get(city)?.some(isMeant));
	const beginning = those((name) => name.startsWith(wanted));
	const found = new Set([...beginning, ...those((name) => name.includes(wanted))]);
	if (found.size > 0) return [...found];
	const typos = those((name) => isTypo(wanted, name));
	return typos.length > 0 ? typos : those((name) => isShortFor(wanted, name));
}

interface CityFinderProps {
	cities: readonly Loc[] | undefined;
	pathOf: (uid: string) => string;
	/** Shown while the field is empty. */
	children: ReactNode;
}

export function CityFinder({ cities, pathOf, children }: CityFinderProps) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const navigate = useNavigate();
	const [typed, setTyped] = useState('');
	const searched = useDeferredValue(typed).trim();
	const found = matchCities(cities ?? [], searched);
	// Reads text that was typed before hydration.
	useEffect(() => setTyped(field.current?.value ?? ''), []);
	const openFirst = (event: SubmitEvent) => {
		event.preventDefault();
		const [first] = matchCities(cities ?? [], typed);
		if (first !== undefined) void navigate(pathOf(first.uid));
	};
	const isNothing = searched !== '' && found.length === 0;
	return (
		<>
			<form
				className={css.finder}
				data-scripted
				onSubmit={openFirst}
				// During IME composition, for example of Chinese, the arrow keys belong to the input method.
				onKeyDown={(event) => event.nativeEvent.isComposing || moveInMenu(event)}
			>
				<label htmlFor={id}>{m.app_search_city()}</label>
				<input
					ref={field}
					id={id}
					type="search"
					value={typed}
					onChange={({ target }) => setTyped(target.value)}
					autoComplete="off"
					spellCheck={false}
					enterKeyHint="go"
				/>
				<p role="status" className={css.count}>
					{cities === undefined
						? m.app_loading()
						: isNothing
							? m.app_city_unknown({ q: searched, count: cities.length })
							: m.app_cities_found({ count: searched === '' ? cities.length : found.length })}
				</p>
				{found.length > 0 && <CityLinks cities={found} pathOf={pathOf} />}
			</form>
			{searched === '' && children}
		</>
	);
}

interface CityLinksProps {
	cities: readonly Loc[];
	pathOf: (uid: string) => string;
}

export const CityLinks = ({ cities, pathOf }: CityLinksProps) => (
	<ul className={css.cities}>
		{cities.map((city) => (
			<li key={city.id}>
				<a href={pathOf(city.uid)}>
					<b lang={langOf(city.name)}>{city.name}</b>
					<LatinName city={city} />
				</a>
			</li>
		))}
	</ul>
);
