/** `npm run package`: builds and packs Daybill, installs it into an empty folder like a user, and runs it there. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
	// npm packs and installs before the first test.
	test: { include: ['test/package/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 300_000 },
});
