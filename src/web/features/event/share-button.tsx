import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMessage } from '../../ui/message-bar.tsx';
import { useEarlyTap } from '../../ui/use-early-tap.ts';

/** @returns shares the page by the system's share dialog where there is one, else copies its URL */
export function useShare(title: string): () => void {
	const show = useMessage();
	const share = async () => {
		const url = window.location.href;
		if ('share' in navigator) {
			try {
				await navigator.share({ title, url });
				return;
			} catch (error) {
				// Closing the dialog is not a failure; anything else falls back to copying.
				if (error instanceof DOMException && error.name === 'AbortError') return;
			}
		}
		show({ text: (await copyText(url)) ? m.events_copied() : url });
	};
	return () => void share();
}

export function ShareButton({ title }: { title: string }) {
	const onTap = useShare(title);
	return (
		<button
			{...useEarlyTap(onTap)}
			type="button"
			className={`${controls.button} ${controls.quiet}`}
			onClick={onTap}
		>
			<Icon name="share" />
			{m.events_share()}
		</button>
	);
}
