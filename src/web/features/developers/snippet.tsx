import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import css from './developers.module.css';
import type { Exchange } from './exchange.ts';

interface CopyButtonProps {
	/** Names the copied text for screen readers. */
	title: string;
	text: string;
}

export function CopyButton({ title, text }: CopyButtonProps) {
	const [result, setResult] = useState('');
	const copy = async () => setResult((await copyText(text)) ? 'Copied.' : 'Could not copy.');
	return (
		<p className={css.copy}>
			<Button aria-label={`Copy ${title}`} onTap={() => void copy()}>
				Copy
			</Button>
			<span role="status">{result}</span>
		</p>
	);
}

export function Snippet({ title, text }: CopyButtonProps) {
	return (
		<div className={css.snippet}>
			<pre>{text}</pre>
			<CopyButton title={title} text={text} />
		</div>
	);
}

type Call = Pick<Exchange, 'method' | 'path' | 'sender'>;

/** For a POSIX shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function asCurl({ method, path, sender }: Call, baseUrl: string): string {
	return [
		`curl -X ${method} ${quoted(baseUrl + path)}`,
		...(sender === 'session' ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
	].join(' \\\n  ');
}

export function asTypeScript({ method, path, sender }: Call, baseUrl: string): string {
	const headers = sender === 'session' ? "\n  headers: { authorization: 'Bearer ' + accessToken }," : '';
	return `const response = await fetch(${JSON.stringify(baseUrl + path)}, {\n  method: ${JSON.stringify(method)},${headers}\n});\nconst body = await response.json();`;
}
