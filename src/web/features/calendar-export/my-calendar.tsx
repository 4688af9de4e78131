/** Creates, replaces and revokes the secret URL of a person's own calendar. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CalendarUrl } from '../../../contract/bff-api/auth.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { m } from '../../i18n/messages.ts';
import { callBff } from '../../shared/call.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import { whileSignedIn } from '../../shared/session/session-changes.ts';
import { unsavedKey } from '../../shared/session/session-queries.ts';
import { Button } from '../../ui/button.tsx';
import { SheetButton } from '../../ui/sheet-button.tsx';
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
	<SheetButton icon="calendar" className="button quiet" title={m.export_mine()} isStatic>
		<p>{m.export_mine_text()}</p>
		<OwnUrl />
	</SheetButton>
);

function OwnUrl() {
	const client = useQueryClient();
	const { data, error } = useQuery(calendarUrl);
	const change = useMutation({
		mutationFn: (method: 'POST' | 'DELETE') =>
			whileSignedIn(client, (options) =>
				callBff<CalendarUrl>(method, bffPatterns.calendar, undefined, options),
			),
		onSuccess: (next) => client.setQueryData(calendarUrl.queryKey, next),
	});
	if (data === undefined) return <p role="status">{error && <ErrorText error={error} />}</p>;
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
			<div className="row">
				<Button disabled={change.isPending} onTap={() => change.mutate('POST')}>
					{data.exists ? m.export_renew() : m.export_create()}
				</Button>
				{data.exists && (
					<Button disabled={change.isPending} onTap={() => change.mutate('DELETE')}>
						{m.export_delete()}
					</Button>
				)}
			</div>
			<p role="status">
				{change.error ? (
					<ErrorText error={change.error} />
				) : (
					change.variables === 'DELETE' && change.isSuccess && m.export_deleted()
				)}
			</p>
		</>
	);
}
