import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import controls from '../../ui/controls.module.css';

/** Links that subscribe to a calendar in one tap: the device's own app opens `webcal:`. */
export function CalendarApps({ url }: { url: string }) {
	const { name } = usePageData().settings.brand;
	const webcal = url.replace(/^https?:/, 'webcal:');
	const google = new URLSearchParams({ cid: webcal });
	const outlook = new URLSearchParams({ url, name });
	return (
		<p className={controls.row}>
			<a className={controls.button} href={webcal}>
				{m.export_apple()}
			</a>
			{(
				[
					[m.export_google(), `https://calendar.google.com/calendar/render?${google}`],
					[m.export_outlook(), `https://outlook.live.com/calendar/0/addfromweb?${outlook}`],
				] as const
			).map(([app, href]) => (
				<a key={href} className={controls.button} href={href} rel="noreferrer" target="_blank">
					{app}
				</a>
			))}
		</p>
	);
}
