import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { copyText, share } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMessage } from '../../ui/message-bar.tsx';

/**
 * @param text shared with the page's URL
 * @returns a function that opens the system's share dialog if supported, else copies the URL
 */
export function useShare(title: string, text?: string): () => void {
	const show = useMessage();
	return () => {
		const url = window.location.href;
		const copied = text === undefined ? url : `${text}\n${url}`;
		const copy = async () => show({ text: (await copyText(copied)) ? m.events_copied() : url });
		void share({ title, url, ...(text !== undefined && { text }) }, copy);
	};
}

export function ShareButton({ title }: { title: string }) {
	return (
		<Button look="quiet" onTap={useShare(title)}>
			<Icon name="share" />
			{m.events_share()}
		</Button>
	);
}
