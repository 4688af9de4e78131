import { useId, useRef, useState } from 'react';
import { m } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
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
			<div className={controls.row}>
				<input ref={field} id={id} readOnly value={value} onFocus={({ target }) => target.select()} />
				<Button aria-label={`${m.app_copy()}: ${label}`} onTap={() => void copy()}>
					{m.app_copy()}
				</Button>
			</div>
			<p role="status">{isCopied && m.app_copied()}</p>
		</div>
	);
}
