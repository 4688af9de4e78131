import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { SheetButton } from '../../ui/sheet-button.tsx';
import css from './calendar-export.module.css';

export function CalendarButton({ title, children }: { title: string; children: ReactNode }) {
	const label = (
		<>
			<Icon name="calendar" />
			{title}
		</>
	);
	return (
		<SheetButton title={title} className={css.add} label={label}>
			{children}
		</SheetButton>
	);
}
