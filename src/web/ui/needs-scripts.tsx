import type { ReactNode } from 'react';
import { m } from '../i18n/messages.ts';

/** Says that something works only with scripts. @param children what to do instead */
export const NeedsScripts = ({ children }: { children?: ReactNode }) => (
	<noscript>
		<p className="notice">
			{m.words_needs_scripts()} {children}
		</p>
	</noscript>
);
