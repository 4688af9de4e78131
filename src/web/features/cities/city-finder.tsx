/** Finds a city by name (ARIA Authoring Practices, “editable combobox with list autocomplete”). */
import {
	type KeyboardEvent,
	useDeferredValue,
	useEffect,
	useEffectEvent,
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
import { LatinName } from './city.tsx';
import css from './city-finder.module.css';

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

const maxShown = 8;

interface CityFinderProps {
	cities: readonly Loc[] | undefined;
	pathOf: (uid: string) => string;
}

export function CityFinder({ cities, pathOf }: CityFinderProps) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const navigate = useNavigate();
	const [typed, setTyped] = useState('');
	const [isOpen, setOpen] = useState(false);
	/** Index of the highlighted match; -1 for none. */
	const [active, setActive] = useState(-1);
	const searched = useDeferredValue(typed);
	const found = matchCities(cities ?? [], searched);
	const shown = isOpen ? found.slice(0, maxShown) : [];

	const type = (text: string) => {
		setTyped(text);
		setActive(-1);
		setOpen(true);
	};
	const typeAgain = useEffectEvent(type);
	// Text that was typed before hydration.
	useEffect(() => {
		if (field.current?.value) typeAgain(field.current.value);
	}, []);
	const close = () => {
		setOpen(false);
		setActive(-1);
	};
	const go = ({ uid }: Loc) => navigate(pathOf(uid));
	const move = (step: 1 | -1) => {
		if (!isOpen) setOpen(true);
		const count = Math.min(found.length, maxShown);
		// Cycles through the matches and the typed text.
		setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		// During IME composition, for example of Chinese, these keys belong to the input method.
		if (event.nativeEvent.isComposing) return;
		const chosen = shown[active] ?? matchCities(cities ?? [], typed)[0];
		if (event.key === 'ArrowDown') move(1);
		else if (event.key === 'ArrowUp') move(-1);
		else if (event.key === 'Enter' && chosen !== undefined) go(chosen);
		else if (event.key === 'Escape' && shown.length > 0) close();
		else return;
		event.preventDefault();
	};
	const optionId = (index: number) => `${id}-${index}`;
	const isNothing = searched.trim() !== '' && cities !== undefined && found.length === 0;
	return (
		<div className={css.finder} data-scripted>
			<label htmlFor={id}>{m.app_search_city()}</label>
			<input
				ref={field}
				id={id}
				type="search"
				role="combobox"
				aria-autocomplete="list"
				aria-expanded={shown.length > 0}
				aria-controls={`${id}-list`}
				aria-activedescendant={shown[active] && optionId(active)}
				value={typed}
				onChange={({ target }) => type(target.value)}
				onKeyDown={onKeyDown}
				onFocus={() => setOpen(true)}
				onBlur={close}
				autoComplete="off"
				spellCheck={false}
				enterKeyHint="go"
			/>
			{/* Rendered even while empty, because the field refers to it. */}
			<div
				id={`${id}-list`}
				role="listbox"
				aria-label={m.app_cities()}
				className={css.matches}
				hidden={shown.length === 0}
			>
				{shown.map((city, index) => (
					// The field keeps the focus and handles the keys.
					<div
						key={city.id}
						id={optionId(index)}
						role="option"
						aria-selected={index === active}
						tabIndex={-1}
						onMouseDown={(event) => event.preventDefault()}
						onClick={() => go(city)}
						onKeyDown={onKeyDown}
					>
						<b lang={langOf(city.name)}>{city.name}</b>
						<LatinName city={city} />
					</div>
				))}
			</div>
			<p role="status" className={css.count}>
				{cities === undefined
					? m.app_loading()
					: isNothing
						? m.app_city_unknown({ q: searched.trim(), count: cities.length })
						: m.app_cities_found({ count: searched.trim() === '' ? cities.length : found.length })}
			</p>
		</div>
	);
}
