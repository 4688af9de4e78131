import { m } from '../../i18n/messages.ts';
import { NotFoundPage, PageHeading } from '../../shared/page.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { useSession } from '../../shared/session/session-provider.tsx';
import { ConformanceCheck } from './conformance-check.tsx';
import { Console } from './console.tsx';
import css from './developers.module.css';
import { ErrorCatalog } from './error-catalog.tsx';
import { useHistory } from './history.tsx';
import { QuickStart } from './quick-start.tsx';
import { SandboxControls } from './sandbox-controls.tsx';
import { TokenTimeline } from './token-timeline.tsx';

/** English only, except for the title. */
export function DevelopersPage() {
	const { settings } = usePageData();
	const { userId } = useSession();
	const { history, remember, clear } = useHistory();
	if (!settings.brand.surfaces.includes('developers')) return <NotFoundPage />;
	const needsSignIn = !settings.sandbox && userId === null;
	return (
		<div className={css.page}>
			<PageHeading title={m.words_developers()} />
			<div className={css.page} lang="en" dir="ltr">
				<p>
					Try every operation of the events service and see its responses. Calls go to{' '}
					{settings.service.base_url} and count toward its limits.
				</p>
				{needsSignIn && <p>Sign in to use the console.</p>}
				<QuickStart />
				<Console needsSignIn={needsSignIn} history={history} onSent={remember} onClear={clear} />
				<TokenTimeline />
				{settings.sandbox && <SandboxControls />}
				<ConformanceCheck />
				<ErrorCatalog needsSignIn={needsSignIn} canFault={settings.sandbox} onSent={remember} />
			</div>
		</div>
	);
}
