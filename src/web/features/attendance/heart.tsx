/** Marks an event on its card. */
import type { Ref } from 'react';
import { m } from '../../i18n/messages.ts';
import icon from '../../ui/icon.module.css';
import { useEarlyTap } from '../../ui/use-early-tap.ts';
import css from './relation-badge.module.css';

/** Not with the other icons, which are no part of a first visit. */
export const heartIcon = (
	<svg className={icon.icon} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
		<path d="M12 20.5C5 15.5 3 12 3 8.8A4.7 4.7 0 0 1 12 7a4.7 4.7 0 0 1 9 1.8c0 3.2-2 6.7-9 11.7z" />
	</svg>
);

interface HeartProps {
	/** Of the event. */
	title: string;
	wished: boolean;
	isWaiting: boolean;
	onTap: () => void;
	ref?: Ref<HTMLSpanElement>;
}

/** The span is above the link of the whole card, and takes the focus when the message with its Undo goes. */
export function Heart({ title, wished, isWaiting, onTap, ref }: HeartProps) {
	return (
		<span ref={ref} tabIndex={-1} className={css.heart}>
			<button
				{...useEarlyTap(onTap)}
				type="button"
				aria-label={m.attendance_interested_in({ title })}
				aria-pressed={wished}
				aria-busy={isWaiting || undefined}
				onClick={onTap}
			>
				{heartIcon}
			</button>
		</span>
	);
}
