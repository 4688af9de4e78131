import { m } from '../i18n/messages.ts';

/** Takes the place of what is on its way; seen where that takes a while. */
export const Loading = () => (
	<p role="status" data-late>
		{m.app_loading()}
	</p>
);
