/** Moving the sandbox's clock, changing accounts, and switching faults on, to watch what the app makes of it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../i18n/generated/messages.js';
import controls from '../../ui/controls.module.css';
import { useSession } from '../session/session-provider.tsx';
import { control, type SandboxState } from './control.ts';
import css from './developers.module.css';
import { operationRows } from './exchange.ts';

const week = 7 * 86_400 + 10;

/** Ways in which the next call fails. */
const faults = [
	{ name: m.developers_fault_slow, fault: { delay_ms: 3_000 } },
	{ name: m.developers_fault_code, fault: { code: 999 } },
	{ name: m.developers_fault_500, fault: { status: 500 } },
	{ name: m.developers_fault_malformed, fault: { body: 'malformed' } },
	{ name: m.developers_fault_drop, fault: { drop: true } },
] as const;

export function SandboxControls() {
	const client = useQueryClient();
	const { userId } = useSession();
	const [said, setSaid] = useState('');
	const [target, setTarget] = useState('');
	const state = useQuery({
		queryKey: ['sandbox', 'state'],
		queryFn: async () => (await control('GET', '/state')) as SandboxState,
	});
	const run = (method: string, path: string, body?: object) => () =>
		void control(method, path, body)
			.then(() => setSaid(m.developers_done()))
			.catch((error: unknown) => setSaid(String(error)))
			.finally(() => client.invalidateQueries({ queryKey: ['sandbox'] }));
	const button = (label: string, press: () => void) => (
		<button key={label} type="button" className={controls.button} onClick={press}>
			{label}
		</button>
	);
	return (
		<section className={css.section} aria-labelledby="developers-sandbox">
			<h2 id="developers-sandbox">{m.developers_sandbox()}</h2>
			<p data-testid="virtual-time">{m.developers_now({ now: state.data?.now ?? '…' })}</p>
			<div className={css.row}>
				{button(m.developers_hour(), run('POST', '/clock', { advance_seconds: 3_600 }))}
				{button(m.developers_week(), run('POST', '/clock', { advance_seconds: week }))}
				{typeof userId === 'string' && [
					button(
						m.developers_password(),
						run('PATCH', `/users/${userId}`, { password: 'changed-by-the-console' }),
					),
					button(m.developers_block(), run('PATCH', `/users/${userId}`, { blocked: true })),
					button(m.developers_unblock(), run('PATCH', `/users/${userId}`, { blocked: false })),
				]}
				{button(m.developers_reset(), run('POST', '/reset'))}
			</div>
			<h3>{m.developers_faults()}</h3>
			<p>{m.developers_faults_active({ count: state.data?.faults ?? 0 })}</p>
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
				{faults.map(({ name, fault }) => {
					const [method, path] = target.split(' ');
					const where = target === '' ? {} : { method, path };
					return button(name(), run('POST', '/faults', { ...where, ...fault, times: 1 }));
				})}
				{button(m.developers_faults_clear(), run('DELETE', '/faults'))}
			</div>
			<p role="status">{said}</p>
		</section>
	);
}
