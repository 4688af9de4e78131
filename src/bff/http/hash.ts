/** Hashes of what is sent, each form in one place. */
import { hash } from 'node:crypto';

/** Characters that are enough to tell two documents apart: 132 bits. */
const shortLength = 22;

/** Names a content, in entity tags, revisions and URLs. */
export const shortHash = (content: string): string =>
	hash('sha256', content, 'base64url').slice(0, shortLength);

/** The source of an inline script or style in a Content-Security-Policy (CSP Level 3 §2.3.1). */
export const sourceHash = (code: string): string => `'sha256-${hash('sha256', code, 'base64')}'`;
