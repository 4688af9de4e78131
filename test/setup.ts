/**
 * Before each test file: messages are in English unless a test loads another language, and elements may take a while to appear.
 * After each test: clocks and documents are as before.
 */
import { afterEach, vi } from 'vitest';
import { loadMessages } from '../src/web/i18n/messages.ts';

await loadMessages('en');
afterEach(() => void vi.useRealTimers());
if (typeof document !== 'undefined') {
	const { cleanup, configure, prettyDOM } = await import('@testing-library/react');
	afterEach(cleanup);
	configure({
		asyncUtilTimeout: 10_000,
		// Prints the document only when the message is read, because waiting for an element fails often before it appears.
		getElementError(message, container) {
			const error = new Error();
			error.name = 'TestingLibraryElementError';
			const get = () => `${message ?? ''}\n\n${prettyDOM(container)}`;
			return Object.defineProperty(error, 'message', { get, configurable: true });
		},
	});
}
