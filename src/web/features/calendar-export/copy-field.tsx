/** A text to copy, by its button or by selecting it. */
import { useId, useRef, useState } from 'react';
import { m } from '../../i18n/messages.ts';
import controls from '../../ui/controls.module.css';
import css from './calendar-export.module.css';

export function CopyField({ label, value }: { label: string; value: string }) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const [isCopied, setCopied] = useState(false);
	const copy = async () => {
		field.current?.select();
		await navigator.clipboard.writeText(value);
		setCopied(true);
	};
	return (
		<div className={css.field}>
			<label htmlFor={id}>{label}</label>
			<div className={css.row}>
				<input ref={field} id={id} readOnly value={value} onFocus={({ target }) => target.select()} />
				<button
					type="button"
					className={controls.button}
					aria-label={`${m.app_copy()}: ${label}`}
					onClick={() => void copy().catch(() => setCopied(false))}
				>
					{m.app_copy()}
				</button>
			</div>
			<p role="status">{isCopied && m.app_copied()}</p>
		</div>
	);
}
