/** The end of a list that goes on: how much of it is shown, and a button for more. */
import type { Ref } from 'react';
import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { useEarlyPress } from '../../ui/use-early-press.ts';
import css from './event-list.module.css';

interface ShowMoreProps {
	shown: number;
	/** Null where it is not known. */
	total: number | null;
	isLoading?: boolean;
	onMore: () => void;
	ref?: Ref<HTMLDivElement>;
}

export function ShowMore({ shown, total, isLoading = false, onMore, ref }: ShowMoreProps) {
	return (
		<div ref={ref} className={css.more}>
			{total !== null && <p>{m.events_shown({ shown, total })}</p>}
			<button
				{...useEarlyPress(onMore)}
				type="button"
				className={controls.button}
				onClick={onMore}
				disabled={isLoading}
			>
				{isLoading ? m.app_loading() : m.events_more()}
			</button>
		</div>
	);
}
