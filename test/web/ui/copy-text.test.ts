import { expect, it, vi } from 'vitest';
import { copyText } from '../../../src/web/ui/copy-text.ts';

it.each([
	['copies', { writeText: async () => undefined }, true],
	['says that the browser refused', { writeText: () => Promise.reject(new Error('not allowed')) }, false],
	['says that there is no clipboard, as on insecure origins', undefined, false],
])('%s', async (_what, clipboard, isCopied) => {
	vi.stubGlobal('navigator', { clipboard });
	expect(await copyText('text')).toBe(isCopied);
});
