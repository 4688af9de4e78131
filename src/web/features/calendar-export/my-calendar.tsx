/** The secret address of one's own calendar: made, renewed, revoked. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CalendarAddress } from '../../../contract/session.ts';
import { errorInWords } from '../../app/error-message.tsx';
import { m } from '../../i18n/generated/messages.js';
import { callBff } from '../../service/call.ts';
import controls from '../../ui/controls.module.css';
import css from './calendar-export.module.css';
import { CopyField } from './copy-field.tsx';

const address = queryOptions({
	queryKey: ['own', 'calendar'] as const,
	queryFn: async ({ signal }) =>
		(await callBff('GET', '/auth/calendar', undefined, { signal })) as CalendarAddress,
});

export function MyCalendar() {
	const client = useQueryClient();
	const { data } = useQuery(address);
	const change = useMutation({
		mutationFn: async (method: 'POST' | 'DELETE') =>
			(await callBff(method, '/auth/calendar')) as CalendarAddress,
		onSuccess: (next) => client.setQueryData(address.queryKey, next),
	});
	if (data === undefined) return null;
	return (
		<section className={css.mine}>
			<h2>{m.export_mine()}</h2>
			<p>{m.export_mine_text()}</p>
			{data.address !== undefined && <CopyField label={m.export_calendar_feed()} value={data.address} />}
			{data.exists && data.address === undefined && <p>{m.export_exists()}</p>}
			<div className={css.row}>
				<button
					type="button"
					className={controls.button}
					disabled={change.isPending}
					onClick={() => change.mutate('POST')}
				>
					{data.exists ? m.export_renew() : m.export_make()}
				</button>
				{data.exists && (
					<button
						type="button"
						className={controls.button}
						disabled={change.isPending}
						onClick={() => change.mutate('DELETE')}
					>
						{m.export_revoke()}
					</button>
				)}
			</div>
			<p role="status">
				{change.error
					? errorInWords(change.error)
					: change.variables === 'DELETE' && change.isSuccess && m.export_revoked()}
			</p>
		</section>
	);
}
