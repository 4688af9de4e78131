/** `/developers`: the console, the token's life, the catalogue of errors, and the sandbox's controls. */
import { useState } from 'react';
import { m } from '../../i18n/generated/messages.js';
import { usePageData } from '../../service/page-data.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ConformanceCheck } from './conformance-check.tsx';
import { Console } from './console.tsx';
import css from './developers.module.css';
import { ErrorCatalogue } from './error-catalogue.tsx';
import { type Exchange, readHistory, writeHistory } from './exchange.ts';
import { SandboxControls } from './sandbox-controls.tsx';
import { TokenTimeline } from './token-timeline.tsx';

export function DevelopersPage() {
	const { settings } = usePageData();
	const [history, setHistory] = useState<Exchange[]>(readHistory);
	const remember = (exchange: Exchange) => setHistory((before) => writeHistory([exchange, ...before]));
	return (
		<div className={css.page}>
			<PageHeading title={m.developers_title()} className={css.title} />
			<p>{m.developers_intro({ service: settings.service.base_url })}</p>
			<Console history={history} onSent={remember} onClear={() => setHistory(writeHistory([]))} />
			<TokenTimeline />
			{settings.sandbox && <SandboxControls />}
			<ConformanceCheck />
			<ErrorCatalogue canFault={settings.sandbox} onSent={remember} />
		</div>
	);
}
