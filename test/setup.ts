/** Before each test file: messages are in English unless a test loads another language, and elements may take a while to appear. */
import { loadMessages } from '../src/web/i18n/messages.ts';

await loadMessages('en');
if (typeof document !== 'undefined') {
	const { configure, prettyDOM } = await import('@testing-library/react');
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
