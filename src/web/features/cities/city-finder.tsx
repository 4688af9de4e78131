/** Finds a city by name (ARIA Authoring Practices, “editable combobox with list autocomplete”). */
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Loc } from '../../../contract/event/loc.ts';
import { m } from '../../i18n/messages.ts';
import { useEarlyText } from '../../shared/use-early-text.ts';
import css from './city-finder.module.css';
import { LatinName } from './latin-name.tsx';
import { matchCities } from './match-cities.ts';

const maxShown = 8;

interface CityFinderProps {
	/** Undefined while loading. */
	cities: readonly Loc[] | undefined;
	/** Path of a city's link. */
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
	useEarlyText(field, type);
	const close = () => {
		setOpen(false);
		setActive(-1);
	};
	const go = ({ uid }: Loc) => navigate(pathOf(uid));
	const move = (step: 1 | -1) => {
		if (!isOpen) setOpen(true);
		const count = Math.min(found.length, maxShown);
		// The typed text itself is one more stop.
		setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		// These keys belong to the input method while Chinese is typed.
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
		<div className={css.finder}>
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
			{/* Present while empty, because the field refers to it. */}
			<div
				id={`${id}-list`}
				role="listbox"
				aria-label={m.app_cities()}
				className={css.matches}
				hidden={shown.length === 0}
			>
				{shown.map((city, index) => (
					// The field has the focus and takes the keys.
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
						<b>{city.name}</b>
						<LatinName city={city} />
					</div>
				))}
			</div>
			<p role="status" className={css.count}>
				{cities === undefined
					? m.app_loading()
					: isNothing
						? m.app_city_unknown({ q: searched.trim() })
						: m.app_cities_found({ count: searched.trim() === '' ? cities.length : found.length })}
			</p>
		</div>
	);
}
