import { type ReactNode, useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { opens } from '../../ui/invoker-commands.ts';
import { Sheet } from '../../ui/sheet.tsx';

export function CalendarButton({ title, children }: { title: string; children: ReactNode }) {
	const id = useId();
	return (
		<>
			<button {...opens(id)} className="button quiet" aria-haspopup="dialog">
				<Icon name="calendar" />
				{title}
			</button>
			<Sheet id={id} title={title} isStatic>
				{children}
			</Sheet>
		</>
	);
}
