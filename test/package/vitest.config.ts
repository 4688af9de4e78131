/** `npm run package`: packs Daybill, installs it in an empty folder as people do, and runs it there. */
import { defineConfig } from 'vitest/config';
import { withPatience } from '../patience.ts';

export default defineConfig({
	test: {
		include: ['test/package/**/*.test.ts'],
		testTimeout: withPatience(60_000),
		hookTimeout: withPatience(300_000),
	},
});
