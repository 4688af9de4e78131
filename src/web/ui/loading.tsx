import { m } from '../i18n/messages.ts';

/** Loading placeholder; fades in after a delay (`data-late`). */
export const Loading = () => (
	<p role="status" data-late>
		{m.app_loading()}
	</p>
);
