/** Keyboard shortcuts on every page: `/` goes to the search, `?` opens the list of shortcuts. */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { searchFieldId } from '../../contract/paths.ts';
import { m } from '../i18n/messages.ts';
import { saveChoice, savedChoice } from '../shared/preference-cookies.ts';
import { lazyOrNothing } from '../ui/lazy-component.tsx';
import { Loading } from '../ui/placeholders.tsx';
import { SheetButton } from '../ui/sheet.tsx';
import { useSearchPath } from './main-navigation.tsx';

const ShortcutList = lazyOrNothing(() => import('./shortcut-list.tsx'), 'ShortcutList', <Loading />);

/** People must be able to turn these off (WCAG 2.2 §2.1.4): speech input could trigger them by accident. */
const cookie = 'daybill-shortcuts';
const areEnabled = () => savedChoice(cookie) !== 'off';
const enable = (isEnabled: boolean) => saveChoice(cookie, isEnabled ? 'on' : 'off');

const isField = (target: EventTarget | null) =>
	target instanceof Element &&
	target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]') !==
		null;

export function Shortcuts() {
	const button = useRef<HTMLButtonElement>(null);
	const navigate = useNavigate();
	const searchPath = useSearchPath();
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			const { key, target, altKey, ctrlKey, metaKey, isComposing, defaultPrevented } = event;
			if (key !== '?' && (key !== '/' || searchPath === null)) return;
			if (defaultPrevented || altKey || ctrlKey || metaKey || isComposing) return;
			// Elements behind an open dialog can't take the focus.
			if (isField(target) || document.querySelector('dialog[open]') !== null || !areEnabled()) return;
			event.preventDefault();
			const field = document.getElementById(searchFieldId);
			if (key === '?') button.current?.click();
			else if (field === null && searchPath !== null) void navigate(searchPath);
			else field?.focus();
		};
		document.addEventListener('keydown', onKeyDown);
		return () => document.removeEventListener('keydown', onKeyDown);
	}, [navigate, searchPath]);
	return (
		<SheetButton ref={button} className="target" title={m.app_shortcuts()}>
			<ShortcutList hasSearch={searchPath !== null} areEnabled={areEnabled} onEnable={enable} />
		</SheetButton>
	);
}
