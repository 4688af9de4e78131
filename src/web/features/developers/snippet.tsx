import { useState } from 'react';
import controls from '../../ui/controls.module.css';
import { copyText } from '../../ui/copy-text.ts';
import css from './developers.module.css';

interface CopyButtonProps {
	/** What is copied, for screen readers. */
	title: string;
	text: string;
}

export function CopyButton({ title, text }: CopyButtonProps) {
	const [result, setResult] = useState('');
	const copy = async () => setResult((await copyText(text)) ? 'Copied.' : 'Could not copy.');
	return (
		<p className={css.copy}>
			<button
				type="button"
				className={controls.button}
				aria-label={`Copy ${title}`}
				onClick={() => void copy()}
			>
				Copy
			</button>
			<span role="status">{result}</span>
		</p>
	);
}

/** Code with a copy button. */
export function Snippet({ title, text }: CopyButtonProps) {
	return (
		<div className={css.snippet}>
			<pre>{text}</pre>
			<CopyButton title={title} text={text} />
		</div>
	);
}
