/** A calendar's URL, to open in an app or to copy. */
import { useId, useRef, useState } from 'react';
import { m } from '../../i18n/messages.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import css from './calendar-export.module.css';

export function CopyField({ label, value }: { label: string; value: string }) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const [isCopied, setCopied] = useState(false);
	const copy = async () => {
		field.current?.select();
		setCopied(await copyText(value));
	};
	return (
		<div className={css.field}>
			<label htmlFor={id}>{label}</label>
			<div className="row">
				<input ref={field} id={id} readOnly value={value} onFocus={({ target }) => target.select()} />
				<Button aria-label={`${m.app_copy()}: ${label}`} onTap={() => void copy()}>
					{m.app_copy()}
				</Button>
			</div>
			<p role="status">{isCopied && m.app_copied()}</p>
		</div>
	);
}

/** Links that subscribe to a calendar in one tap: the device's own app opens `webcal:`. */
export function CalendarApps({ url }: { url: string }) {
	const { name } = usePageData().settings.brand;
	const webcal = url.replace(/^https?:/, 'webcal:');
	const google = new URLSearchParams({ cid: webcal });
	const outlook = new URLSearchParams({ url, name });
	const other = { className: 'button', rel: 'noreferrer', target: '_blank' };
	return (
		<p className="row">
			<a className="button" href={webcal}>
				{m.export_apple()}
			</a>
			<a {...other} href={`https://calendar.google.com/calendar/render?${google}`}>
				{m.export_google()}
			</a>
			<a {...other} href={`https://outlook.live.com/calendar/0/addfromweb?${outlook}`}>
				{m.export_outlook()}
			</a>
		</p>
	);
}
