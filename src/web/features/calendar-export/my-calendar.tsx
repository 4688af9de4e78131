/** Creates, replaces and revokes the secret URL of a person's own calendar. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarUrl } from '../../../contract/bff-api/auth.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { callBff } from '../../shared/call.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import { unsavedKey, whileSignedIn } from '../../shared/session/session-queries.ts';
import { Button } from '../../ui/button.tsx';
import { SheetButton } from '../../ui/sheet.tsx';
import { CalendarApps, CopyField } from './calendar-url.tsx';

const calendarUrl = queryOptions({
	queryKey: [...unsavedKey, 'calendar'],
	queryFn: ({ signal }) => callBff<CalendarUrl>('GET', bffPatterns.calendar, undefined, { signal }),
});

/** Being interested isn't a plan, so the calendar has these events only if the URL asks for them. */
function withInterested(calendar: string): string {
	const url = new URL(calendar);
	url.searchParams.set('interested', '1');
	return url.href;
}

export const MyCalendar = () => (
	<SheetButton
		icon="calendar"
		className="button quiet"
		label={m.export_subscribe()}
		name={`${m.export_subscribe()}: ${m.export_mine()}`}
		title={m.export_mine()}
		isStatic
	>
		<p>{m.export_mine_text()}</p>
		<OwnUrl />
	</SheetButton>
);

type Method = 'POST' | 'DELETE';

function OwnUrl() {
	const client = useQueryClient();
	const { data, error } = useQuery(calendarUrl);
	const change = useMutation({
		mutationFn: ({ method }: { method: Method; endsLink: boolean }) =>
			whileSignedIn(client, (options) =>
				callBff<CalendarUrl>(method, bffPatterns.calendar, undefined, options),
			),
		onSuccess: (next) => client.setQueryData(calendarUrl.queryKey, next),
	});
	/** Requested change that would end the current link. */
	const [asked, setAsked] = useState<Method | null>(null);
	if (data === undefined) return <p role="status">{error && <ErrorText error={error} />}</p>;
	const names = { POST: data.exists ? m.export_renew() : m.export_create(), DELETE: m.export_delete() };
	const tap = (method: Method) => {
		const asks = data.exists && asked === null;
		// The tapped button becomes the one that keeps the link, so that a second tap does no harm.
		setAsked(asks ? method : null);
		if (!asks && method !== asked) change.mutate({ method: asked ?? method, endsLink: data.exists });
	};
	return (
		<>
			{data.url !== undefined && (
				<>
					<CalendarApps url={data.url} />
					<CopyField label={m.export_calendar()} value={data.url} />
					<CopyField label={m.export_interested()} value={withInterested(data.url)} />
				</>
			)}
			{data.exists && data.url === undefined && <p>{m.export_exists()}</p>}
			<p role="status">
				{asked ? (
					m.export_ends()
				) : change.error ? (
					<ErrorText error={change.error} />
				) : (
					change.isSuccess && change.variables.endsLink && m.export_ended()
				)}
			</p>
			<div className="row">
				{(['POST', 'DELETE'] as const).slice(0, data.exists ? 2 : 1).map((method) => (
					<Button key={method} disabled={change.isPending} onTap={() => tap(method)}>
						{asked === method ? m.export_keep() : names[asked ?? method]}
					</Button>
				))}
			</div>
		</>
	);
}
