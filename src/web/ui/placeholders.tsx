import type { ReactNode } from 'react';
import { m } from '../i18n/messages.ts';

/** Loading placeholder; fades in after a delay (`data-late`). */
export const Loading = () => (
	<p role="status" data-late>
		{m.app_loading()}
	</p>
);

/** Says that something works only with scripts. @param children what to do instead */
export const NeedsScripts = ({ children }: { children?: ReactNode }) => (
	<noscript>
		<p className="notice">
			{m.words_needs_scripts()} {children}
		</p>
	</noscript>
);
