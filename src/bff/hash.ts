import { hash } from 'node:crypto';

/** Base64url characters: 132 bits. */
const shortLength = 22;

export const shortHash = (content: string): string =>
	hash('sha256', content, 'base64url').slice(0, shortLength);

/** For inline scripts and styles in a Content-Security-Policy (CSP Level 3 §2.3.1). */
export const sourceHash = (code: string): string => `'sha256-${hash('sha256', code, 'base64')}'`;
