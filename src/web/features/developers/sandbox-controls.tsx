/** Moving the sandbox's clock, changing accounts, and setting faults, to see what the app does then. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../i18n/generated/messages.js';
import { queryKeys } from '../../shared/query-keys.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import controls from '../../ui/controls.module.css';
import { control, type SandboxState } from './control.ts';
import css from './developers.module.css';
import { operationRows } from './exchange.ts';

/** Seconds. A little more than the lifetime of a token at level L1. */
const week = 7 * 86_400 + 10;

/** Ways in which the next call fails. */
const faults = [
	{ name: m.developers_fault_slow, fault: { delay_ms: 3_000 } },
	{ name: m.developers_fault_code, fault: { code: 999 } },
	{ name: m.developers_fault_500, fault: { status: 500 } },
	{ name: m.developers_fault_malformed, fault: { body: 'malformed' } },
	{ name: m.developers_fault_drop, fault: { drop: true } },
] as const;

interface ControlCall {
	method: 'POST' | 'PATCH' | 'DELETE';
	path: string;
	body?: object;
}

const sandboxState = queryOptions({
	queryKey: queryKeys.sandbox,
	queryFn: async () => (await control('GET', '/state')) as SandboxState,
});

export function SandboxControls() {
	const { userId } = useSession();
	const [target, setTarget] = useState('');
	const { data: state } = useQuery(sandboxState);
	const call = useMutation({
		mutationFn: ({ method, path, body }: ControlCall) => control(method, path, body),
		// In the order of the presses: faults that are removed must not come back with a call that is late.
		scope: { id: 'sandbox' },
		meta: { invalidates: [queryKeys.sandbox] },
	});
	const button = (label: string, request: ControlCall) => (
		<button key={label} type="button" className={controls.button} onClick={() => call.mutate(request)}>
			{label}
		</button>
	);
	const advance = (seconds: number): ControlCall => ({
		method: 'POST',
		path: '/clock',
		body: { advance_seconds: seconds },
	});
	const changeUser = (body: object): ControlCall => ({ method: 'PATCH', path: `/users/${userId}`, body });
	const setFault = (fault: object): ControlCall => {
		const [method, path] = target.split(' ');
		const where = target === '' ? {} : { method, path };
		return { method: 'POST', path: '/faults', body: { ...where, ...fault, times: 1 } };
	};
	return (
		<section className={css.section} aria-labelledby="developers-sandbox">
			<h2 id="developers-sandbox">{m.developers_sandbox()}</h2>
			<p data-testid="virtual-time">{m.developers_now({ now: state?.now ?? '…' })}</p>
			<div className={css.row}>
				{button(m.developers_hour(), advance(3_600))}
				{button(m.developers_week(), advance(week))}
				{typeof userId === 'string' && [
					button(m.developers_password(), changeUser({ password: 'changed-by-the-console' })),
					button(m.developers_block(), changeUser({ blocked: true })),
					button(m.developers_unblock(), changeUser({ blocked: false })),
				]}
				{button(m.developers_reset(), { method: 'POST', path: '/reset' })}
			</div>
			<h3>{m.developers_faults()}</h3>
			<p>{m.developers_faults_active({ count: state?.faults ?? 0 })}</p>
			<label className={css.target}>
				{m.developers_fault_for()}
				<select value={target} onChange={(event) => setTarget(event.target.value)}>
					<option value="">{m.developers_fault_every()}</option>
					{operationRows.map(([name, { method, path }]) => (
						<option key={name} value={`${method} ${path.split(':id')[0]}`}>
							{method} {path}
						</option>
					))}
				</select>
			</label>
			<div className={css.row}>
				{faults.map(({ name, fault }) => button(name(), setFault(fault)))}
				{button(m.developers_faults_clear(), { method: 'DELETE', path: '/faults' })}
			</div>
			<p role="status">
				{call.isSuccess && m.developers_done()}
				{call.error !== null && String(call.error)}
			</p>
		</section>
	);
}
