import { m } from '../i18n/messages.ts';
import css from './shortcut-list.module.css';

interface ShortcutListProps {
	hasSearch: boolean;
	areEnabled: () => boolean;
	onEnable: (isEnabled: boolean) => void;
}

export function ShortcutList({ hasSearch, areEnabled, onEnable }: ShortcutListProps) {
	const rows = [
		...(hasSearch ? [[['/'], m.discover_search()] as const] : []),
		[['?'], m.app_shortcuts()],
		[['←', '→', '↑', '↓'], m.app_keys_move()],
		[['PgUp', 'PgDn'], m.app_keys_month()],
		[['Esc'], m.app_close()],
	] as const;
	return (
		<>
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
					defaultChecked={areEnabled()}
					onChange={({ target }) => onEnable(target.checked)}
				/>
				{m.app_shortcuts_use()}
			</label>
		</>
	);
}
