import type { ReactNode } from 'react';
import { m } from '../i18n/messages.ts';
import controls from './controls.module.css';

/** Says that something works only with scripts. @param children what to do instead */
export const NeedsScripts = ({ children }: { children?: ReactNode }) => (
	<noscript>
		<p className={controls.notice}>
			{m.words_needs_scripts()} {children}
		</p>
	</noscript>
);
