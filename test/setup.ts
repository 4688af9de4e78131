/**
 * Before each test file: loads the English messages, and lets queries for elements wait longer.
 * After each test: restores clocks and documents, and checks what BFFs have sent.
 */
import { afterEach, vi } from 'vitest';
import { loadMessages } from '../src/web/i18n/messages.ts';

await loadMessages('en');
afterEach(() => void vi.useRealTimers());
if (typeof document !== 'undefined') {
	const { cleanup, configure, prettyDOM } = await import('@testing-library/react');
	afterEach(cleanup);
	// jsdom doesn't implement `scrollBy`, because it has no layout.
	window.scrollBy = () => undefined;
	configure({
		asyncUtilTimeout: 10_000,
		// Formats the document only if the message is read: waiting for an element causes many such errors.
		getElementError(message, container) {
			const error = new Error();
			error.name = 'TestingLibraryElementError';
			const get = () => `${message ?? ''}\n\n${prettyDOM(container)}`;
			return Object.defineProperty(error, 'message', { get, configurable: true });
		},
	});
} else {
	const { expectDeclaredResponses } = await import('./declared-responses.ts');
	afterEach(expectDeclaredResponses);
}
