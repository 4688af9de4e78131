/** Components of the web app, and its functions, are tested in English unless a test loads another language. */
import { loadMessages } from '../src/web/i18n/messages.ts';

await loadMessages('en');
