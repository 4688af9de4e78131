/** `npm run package`: packs Daybill, installs it in an empty folder as people do, and runs it there. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
	// npm builds, packs and installs before the first test.
	test: { include: ['test/package/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 300_000 },
});
