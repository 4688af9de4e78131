/** Moves the sandbox's clock, changes accounts and injects faults. Only with the embedded sandbox. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bffPatterns } from '../../../contract/paths.ts';
import { callBff } from '../../shared/call.ts';
import { useSession } from '../../shared/session/session-provider.tsx';
import { Button } from '../../ui/button.tsx';
import css from './developers.module.css';
import { operationRows } from './exchange.ts';

/** Slightly more than the lifetime of a token at level L1. */
const weekSeconds = 7 * 86_400 + 10;

const faults = [
	{ name: 'Delay by 3 s', does: 'takes 3 s longer', fault: { delay_ms: 3_000 } },
	{ name: 'Fail with 999', does: 'fails with code 999', fault: { code: 999 } },
	{ name: 'Fail with 500', does: 'fails with status 500', fault: { status: 500 } },
	{ name: 'Send malformed JSON', does: 'gets malformed JSON', fault: { body: 'malformed' } },
	{ name: 'Drop connection', does: 'gets no response', fault: { drop: true } },
] as const;

interface SandboxState {
	/** Virtual time, ISO 8601. */
	now: string;
	faults: number;
	events: number;
	users: number;
}

const prefix = bffPatterns.sandboxControl.replace('/*', '');
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Calls the sandbox's control API through the BFF. @throws whatever `callBff` throws */
export const control = <Value,>(method: Method, path: string, body?: object): Promise<Value> =>
	callBff<Value>(method, `${prefix}${path}`, body);

interface Control {
	run: () => Promise<unknown>;
	/** Says what the action did, from the sandbox's state afterwards. */
	outcome: (state: SandboxState) => string;
}

const newTime: Control['outcome'] = ({ now }) => `The sandbox’s time is now ${now}.`;

const sandboxState = queryOptions({
	queryKey: ['sandbox'],
	queryFn: () => control<SandboxState>('GET', '/state'),
});

export function SandboxControls() {
	const client = useQueryClient();
	const { userId } = useSession();
	const [target, setTarget] = useState('');
	const { data: state } = useQuery(sandboxState);
	const call = useMutation({
		mutationFn: async ({ run, outcome }: Control) => {
			await run();
			return outcome(await client.fetchQuery({ ...sandboxState, staleTime: 0 }));
		},
		// Calls run in the order of the taps: a late call must not restore faults that were removed.
		scope: { id: 'sandbox' },
	});
	const button = (label: string, run: Control['run'], outcome: Control['outcome']) => (
		<Button key={label} onTap={() => call.mutate({ run, outcome })}>
			{label}
		</Button>
	);
	const advance = (seconds: number) => () => control('POST', '/clock', { advance_seconds: seconds });
	const changeUser = (body: object) => () => control('PATCH', `/users/${userId}`, body);
	const setFault = (fault: object) => () => {
		const [method, path] = target.split(' ');
		return control('POST', '/faults', { ...(target !== '' && { method, path }), ...fault, times: 1 });
	};
	return (
		<section className={css.section} aria-labelledby="developers-sandbox">
			<h2 id="developers-sandbox">Sandbox</h2>
			<p data-testid="virtual-time">Sandbox time: {state?.now ?? '…'}</p>
			<p className={css.faded}>
				A blocked account’s calls are rejected with code 122. Resetting restores data, clock and accounts.
			</p>
			<div className={`row ${css.row}`}>
				{button('Advance 1 hour', advance(3_600), newTime)}
				{button('Advance 1 week (access tokens expire)', advance(weekSeconds), newTime)}
				{typeof userId === 'string' && [
					button(
						'Change my password',
						changeUser({ password: 'changed-by-the-console' }),
						() => 'Your password is now changed-by-the-console, and your tokens no longer work.',
					),
					button('Block my account', changeUser({ blocked: true }), () => 'Your account is blocked.'),
					button('Unblock my account', changeUser({ blocked: false }), () => 'Your account works again.'),
				]}
				{button(
					'Reset sandbox',
					() => control('POST', '/reset'),
					({ now, events, users }) =>
						`The sandbox is reset, with ${events} events and ${users} users. Its time is ${now}.`,
				)}
			</div>
			<h3>Faults</h3>
			<p>Faults pending: {state?.faults ?? 0}</p>
			<label>
				For the next call of
				<select value={target} onChange={(event) => setTarget(event.target.value)}>
					<option value="">any operation</option>
					{operationRows.map(([name, { method, path }]) => (
						<option key={name} value={`${method} ${path.split(':id')[0]}`}>
							{method} {path}
						</option>
					))}
				</select>
			</label>
			<div className={`row ${css.row}`}>
				{faults.map(({ name, does, fault }) =>
					button(name, setFault(fault), () => `The next call of ${target || 'any operation'} ${does}.`),
				)}
				{button(
					'Clear all faults',
					() => control('DELETE', '/faults'),
					() => 'All faults are cleared.',
				)}
			</div>
			<p role="status">
				{call.data}
				{call.error !== null && String(call.error)}
			</p>
		</section>
	);
}
