/** Before each file of tests: texts are in English unless a test loads another language, and elements may take a while to appear. */
import { loadMessages } from '../src/web/i18n/messages.ts';

await loadMessages('en');
if (typeof document !== 'undefined') {
	const { configure } = await import('@testing-library/react');
	configure({ asyncUtilTimeout: 10_000 });
}
