import { useState } from 'react';
import { errorCodes } from '../../../contract/spec/errors.ts';
import type { OperationName } from '../../../contract/spec/operations.ts';
import { useLocale } from '../../i18n/locale.tsx';
import { formatErrorCode } from '../../shared/format-error.ts';
import { Button } from '../../ui/button.tsx';
import css from './developers.module.css';
import { ErrorMeaning, findError } from './error-meaning.tsx';
import { type Exchange, type FormValues, sendCall } from './exchange.ts';
import { parseBody } from './response-view.tsx';
import { control } from './sandbox-controls.tsx';

/** Calls that fail with a code without a fault. */
const realCalls: Partial<Record<number, { name: OperationName; values: FormValues }>> = {
	102: { name: 'wishEvent', values: { id: '1' } },
	107: { name: 'getEvent', values: { id: 'no-such-event' } },
	113: { name: 'listEvents', values: { day_type: 'someday' } },
	121: { name: 'listCreatedEvents', values: { id: 'no-such-user' } },
};

interface ErrorCatalogueProps {
	/** Whether the BFF would reject every call. */
	needsSignIn: boolean;
	/** Whether the service is the sandbox, which can inject the other codes. */
	canFault: boolean;
	onSent: (exchange: Exchange) => void;
}

/** Every code of Spec §7, with a button that provokes it. */
export function ErrorCatalogue({ needsSignIn, canFault, onSent }: ErrorCatalogueProps) {
	const { locale } = useLocale();
	return (
		<section className={css.section} aria-labelledby="developers-errors">
			<h2 id="developers-errors">Error codes</h2>
			{needsSignIn && <p>Sign in to use the console.</p>}
			<ul className={css.codes}>
				{errorCodes.map((error) => (
					<li key={error.code}>
						<ErrorMeaning {...error} />
						<p>
							What people see:{' '}
							<span lang={locale} dir="auto">
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

function Trigger({ code, needsSignIn, canFault, onSent }: ErrorCatalogueProps & { code: number }) {
	const [result, setResult] = useState('');
	const real = realCalls[code];
	if (real === undefined && !canFault) return null;
	const trigger = async () => {
		if (real === undefined) await control('POST', '/faults', { path: '/v2/loc/list', code, times: 1 });
		const { name, values } = real ?? { name: 'listLocs' as const, values: {} };
		const exchange = await sendCall(name, values, 'anonymous');
		onSent(exchange);
		setResult(`Got ${exchange.status} with code ${findError(parseBody(exchange.body))?.code ?? 'unknown'}.`);
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
