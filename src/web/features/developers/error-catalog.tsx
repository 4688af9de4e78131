import { useState } from 'react';
import { type ErrorCode, errorCodes } from '../../../contract/spec/errors.ts';
import type { OperationName } from '../../../contract/spec/operations.ts';
import { reader } from '../../i18n/messages.ts';
import { formatErrorCode } from '../../shared/format-error.ts';
import { parseJson } from '../../ui/attempt.ts';
import { Button } from '../../ui/button.tsx';
import css from './developers.module.css';
import { type Exchange, type FormValues, sendCall } from './exchange.ts';
import { control } from './sandbox-controls.tsx';

/** Calls that fail with a given code without an injected fault. */
const realCalls: Partial<Record<number, { name: OperationName; values: FormValues }>> = {
	102: { name: 'wishEvent', values: { id: '1' } },
	107: { name: 'getEvent', values: { id: 'no-such-event' } },
	113: { name: 'listEvents', values: { day_type: 'someday' } },
	121: { name: 'listCreatedEvents', values: { id: 'no-such-user' } },
};

interface ErrorCatalogProps {
	needsSignIn: boolean;
	/** Whether the service is the sandbox, which can be made to return the other codes. */
	canFault: boolean;
	onSent: (exchange: Exchange) => void;
}

/** Every code of Spec §7, with a button that provokes it. */
export function ErrorCatalog({ needsSignIn, canFault, onSent }: ErrorCatalogProps) {
	return (
		<section className={css.section} aria-labelledby="developers-errors">
			<h2 id="developers-errors">Error codes</h2>
			<ul className={css.codes}>
				{errorCodes.map((error) => (
					<li key={error.code}>
						<ErrorMeaning {...error} />
						<p>
							What people see:{' '}
							<span lang={reader.locale} dir="auto">
								{formatErrorCode(error.code)}
							</span>
						</p>
						<Trigger code={error.code} needsSignIn={needsSignIn} canFault={canFault} onSent={onSent} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Trigger({ code, needsSignIn, canFault, onSent }: ErrorCatalogProps & { code: number }) {
	const [result, setResult] = useState('');
	const real = realCalls[code];
	if (real === undefined && !canFault) return null;
	const trigger = async () => {
		if (real === undefined) await control('POST', '/faults', { path: '/v2/loc/list', code, times: 1 });
		const { name, values } = real ?? { name: 'listLocs' as const, values: {} };
		const exchange = await sendCall(name, values, 'anonymous');
		onSent(exchange);
		setResult(`Got ${exchange.status} with code ${findError(parseJson(exchange.body))?.code ?? 'unknown'}.`);
	};
	return (
		<>
			<Button
				disabled={needsSignIn}
				onTap={() => void trigger().catch((error: unknown) => setResult(String(error)))}
			>
				Trigger {code}
			</Button>{' '}
			<small className={css.faded}>
				{real === undefined ? 'with a fault of the sandbox' : 'with a real call'}
			</small>
			<p role="status">
				{result} {result !== '' && <a href="#developers-response">See the response</a>}
			</p>
		</>
	);
}

const remedies: Readonly<Record<ErrorCode, string>> = {
	100: 'Use the scheme of the base URL.',
	101: 'Check the method of the operation.',
	102: 'Send an Authorization header with a bearer token.',
	103: 'Ask the user to sign in again.',
	104: 'Check the client id.',
	105: 'Ask the operator of the service to enable the application.',
	106: 'Refresh the token, then retry once.',
	107: 'Check the path and the id; some services send this for anything unknown.',
	108: 'Request the scope that the operation needs, and ask for consent again.',
	109: 'Ask the operator of the service for this permission.',
	110: 'Sign in as a test user, or ask for the application to be released.',
	111: 'Wait for the next hour, and cache responses.',
	112: 'Wait for the next hour, and cache responses for all users.',
	113: 'Add the parameter that msg names, or correct its value.',
	114: 'Use authorization_code or refresh_token.',
	115: 'Use code.',
	116: 'Check the client secret.',
	117: 'Use the redirect URI exactly as registered, in both requests.',
	118: 'Get a new code: each works once, for a short time.',
	119: 'Ask the user to sign in again. Each refresh token works once.',
	120: 'Ask for the username and password again.',
	121: 'Check the user id.',
	122: 'The user has to contact the service.',
	123: 'Ask the user to sign in again.',
	124: 'Keep using the token; refresh it only after it has expired.',
	125: 'Check the scope: names are separated by commas.',
	126: 'Call from an allowed source.',
	127: 'Ask the user to sign in another way.',
	128: 'The user has to contact the service.',
	999: 'Retry later. If it still fails, report it with the request.',
};

export function findError(value: unknown): (typeof errorCodes)[number] | undefined {
	const code = typeof value === 'object' && value !== null && 'code' in value ? value.code : undefined;
	return errorCodes.find((each) => each.code === code);
}

export function ErrorMeaning({ code, name, condition }: (typeof errorCodes)[number]) {
	return (
		<dl className={css.meaning}>
			<dt>
				{code} <code>{name}</code>
			</dt>
			<dd>Condition: {condition}.</dd>
			<dd>What to do: {remedies[code]}</dd>
		</dl>
	);
}
