import path from 'node:path';
import { resolveConfig } from 'vite';
import { expect, it, onTestFinished } from 'vitest';

it('the web app is built for production, whatever NODE_ENV is where it is built', async () => {
	const before = process.env.NODE_ENV;
	onTestFinished(() => {
		process.env.NODE_ENV = before;
	});
	const configFile = path.resolve(import.meta.dirname, '../../vite.config.ts');
	for (const NODE_ENV of ['development', 'test']) {
		process.env.NODE_ENV = NODE_ENV;
		const { isProduction } = await resolveConfig({ configFile, logLevel: 'error' }, 'build');
		expect(isProduction).toBe(true);
	}
});
