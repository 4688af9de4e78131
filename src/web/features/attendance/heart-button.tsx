import type { Ref } from 'react';
import { m } from '../../i18n/messages.ts';
import { useEarlyTap } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './heart.module.css';

interface HeartButtonProps {
	title: string;
	wished: boolean;
	isWaiting: boolean;
	onTap: () => void;
	ref?: Ref<HTMLSpanElement>;
}

/** A card's heart; `heart.tsx` decides what a tap does. The span takes the focus when a message with Undo closes. */
export function HeartButton({ title, wished, isWaiting, onTap, ref }: HeartButtonProps) {
	return (
		<span ref={ref} tabIndex={-1} className={`screen ${css.heart}`}>
			<button
				{...useEarlyTap(onTap)}
				type="button"
				aria-label={m.attendance_interested_in({ title })}
				aria-pressed={wished}
				aria-busy={isWaiting || undefined}
				onClick={onTap}
			>
				<Icon name="heart" />
			</button>
		</span>
	);
}
