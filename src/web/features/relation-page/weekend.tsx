/** The person's weekend, as an image and as text to share. It has no URL. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WeekendRequest } from '../../../contract/bff-api/auth.ts';
import { maxOfWeekend } from '../../../contract/bff-api/limits.ts';
import { type Event, isPublic, placeOf } from '../../../contract/event/event.ts';
import { compareTimes, dayRange, isLongRunning, isOnDaysOf, phaseOf } from '../../../contract/event/times.ts';
import { bffPatterns, pagePath } from '../../../contract/paths.ts';
import { m, reader } from '../../i18n/messages.ts';
import { fetchFile } from '../../shared/call.ts';
import { ErrorNotice } from '../../shared/error-notice.tsx';
import { useClock } from '../../shared/now.ts';
import { usePublicOrigin } from '../../shared/page-data.tsx';
import { unsavedKey } from '../../shared/session/session-queries.ts';
import { Button } from '../../ui/button.tsx';
import { copyText, share } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { SheetButton } from '../../ui/sheet.tsx';
import { formatWhen } from '../days/format-when.ts';
import css from './relation-page.module.css';

interface WeekendProps {
	/** The person's events on their chosen days. */
	events: readonly Event[];
}

export function Weekend({ events }: WeekendProps) {
	const now = useClock();
	const range = dayRange('weekend', now);
	const isOfWeekend = (event: Event) =>
		event.begin !== null &&
		!isLongRunning(event) &&
		isOnDaysOf(event, range) &&
		phaseOf(event, now) !== 'over';
	const ofWeekend = events.filter(isOfWeekend).toSorted(compareTimes);
	// What is shared may reach people who are not invited.
	const chosen = ofWeekend.filter(isPublic);
	if (chosen.length === 0) return null;
	return (
		<SheetButton icon="share" label={m.people_share_weekend()} title={m.words_my_weekend()}>
			<Sharing events={chosen} />
			{chosen.length < ofWeekend.length && <p className={css.hint}>{m.people_weekend_private()}</p>}
		</SheetButton>
	);
}

/** Needed because the Content-Security-Policy allows `data:` images, but not `blob:`. */
const dataUrl = (file: File): Promise<string> =>
	new Promise((resolve, reject) => {
		const conversion = new FileReader();
		conversion.onload = () => resolve(String(conversion.result));
		conversion.onerror = () => reject(conversion.error);
		conversion.readAsDataURL(file);
	});

/** @param origin null to omit all URLs */
function textOf(events: readonly Event[], origin: string | null): string {
	const paragraphs = events.map((event) => {
		const title = `${formatWhen(event)} · ${event.title}`;
		const url = origin === null ? '' : `${origin}${pagePath.event(event.id)}`;
		return [title, placeOf(event), url].filter((line) => line !== '').join('\n');
	});
	return [m.words_my_weekend(), ...paragraphs].join('\n\n');
}

function Sharing({ events }: WeekendProps) {
	const origin = usePublicOrigin();
	const [copied, setCopied] = useState('');
	const shown = events.slice(0, maxOfWeekend);
	const drawn = shown.map((event) => ({ id: event.id, when: formatWhen(event) }));
	const image = useQuery({
		queryKey: [...unsavedKey, 'weekend', reader.locale, drawn],
		queryFn: async ({ signal }) => {
			const request: WeekendRequest = { locale: reader.locale, events: drawn };
			const image = await fetchFile(bffPatterns.weekend, request, { signal });
			const file = new File([image], 'weekend.jpg', { type: 'image/jpeg' });
			return { file, url: await dataUrl(file) };
		},
		retry: false,
		staleTime: 300_000,
		gcTime: 0,
	});
	if (image.error) return <ErrorNotice error={image.error} onRetry={() => void image.refetch()} />;
	const text = textOf(events, origin);
	const { file, url } = image.data ?? {};
	const shared = file && { files: [file], text, title: m.words_my_weekend() };
	const copy = async () => {
		setCopied((await copyText(text)) ? m.app_copied() : text);
	};
	return (
		<>
			{url === undefined ? (
				<p role="status" className={css.drawing}>
					{m.app_loading()}
				</p>
			) : (
				<img className={css.drawn} src={url} alt={textOf(shown, null)} />
			)}
			<div className="row">
				{shared !== undefined && navigator.canShare?.(shared) === true && (
					<Button look="primary" onTap={() => void share(shared, copy)}>
						<Icon name="share" />
						{m.events_share()}
					</Button>
				)}
				{url !== undefined && (
					<a className="button" href={url} download="weekend.jpg">
						{m.people_save_image()}
					</a>
				)}
				<Button onTap={() => void copy()}>{m.app_copy()}</Button>
			</div>
			{/* Not in the message bar, which is inert behind the sheet. */}
			<p role="status">{copied}</p>
		</>
	);
}
