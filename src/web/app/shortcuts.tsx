/** Keys that work on every page: `/` leads to the search, `?` to the list of keys. */
import { useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { searchFieldId } from '../../contract/paths.ts';
import { m } from '../i18n/messages.ts';
import { saveChoice, savedChoice } from '../i18n/preference-cookies.ts';
import { Dialog } from '../ui/dialog.tsx';
import { opens } from '../ui/invoker-commands.ts';
import { useSearchPath } from './places.tsx';
import css from './shortcuts.module.css';

/** Single keys must be possible to turn off (WCAG 2.2 §2.1.4): speech input would press them by chance. */
const cookie = 'daybill-shortcuts';
const areOn = () => savedChoice(cookie) !== 'off';

/** Whether a key is part of a text there. */
const isField = (target: EventTarget | null) =>
	target instanceof Element &&
	target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]') !==
		null;

/** The button that opens the list, and the list. */
export function Shortcuts() {
	const id = useId();
	const button = useRef<HTMLButtonElement>(null);
	const navigate = useNavigate();
	const searchPath = useSearchPath();
	useEffect(() => {
		const search = () => {
			const field = document.getElementById(searchFieldId);
			if (field === null && searchPath !== null) void navigate(searchPath);
			field?.focus();
		};
		const runs: Readonly<Record<string, () => void>> = {
			'/': search,
			'?': () => button.current?.click(),
		};
		const onKeyDown = (event: KeyboardEvent) => {
			const { key, target, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event;
			const run = runs[key];
			if (run === undefined || defaultPrevented || altKey || ctrlKey || metaKey || isComposing) return;
			// What is behind an open dialog can have no focus.
			if (isField(target) || document.querySelector('dialog[open]') !== null || !areOn()) return;
			event.preventDefault();
			run();
		};
		document.addEventListener('keydown', onKeyDown);
		return () => document.removeEventListener('keydown', onKeyDown);
	}, [navigate, searchPath]);
	const rows = [
		...(searchPath === null ? [] : [[['/'], m.discover_search()] as const]),
		[['?'], m.app_shortcuts()],
		[['←', '→', '↑', '↓'], m.app_keys_move()],
		[['PgUp', 'PgDn'], m.app_keys_month()],
		[['Esc'], m.app_close()],
	] as const;
	return (
		<>
			<button ref={button} {...opens(id)} className={css.opener}>
				{m.app_shortcuts()}
			</button>
			<Dialog id={id} title={m.app_shortcuts()}>
				<dl className={css.keys}>
					{rows.map(([keys, does]) => (
						<div key={does}>
							<dt dir="ltr">
								{keys.map((key) => (
									<kbd key={key}>{key}</kbd>
								))}
							</dt>
							<dd>{does}</dd>
						</div>
					))}
				</dl>
				<label className={css.choice}>
					<input
						type="checkbox"
						defaultChecked={areOn()}
						onChange={({ target }) => saveChoice(cookie, target.checked ? 'on' : 'off')}
					/>
					{m.app_shortcuts_use()}
				</label>
			</Dialog>
		</>
	);
}
