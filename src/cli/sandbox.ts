/** `npm run sandbox`: the sandbox alone, for clients under development and for an app that runs elsewhere. */
import { startSandbox } from '../sandbox/app.ts';
import { readSettings, SettingsError } from './settings.ts';

try {
	const sandbox = await startSandbox(readSettings(process.env).sandbox);
	console.log(`Sandbox  ${sandbox.origin}`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => void sandbox.close().then(() => process.exit(0)));
	}
} catch (error) {
	const isPortInUse = (error as { code?: string }).code === 'EADDRINUSE';
	console.error(
		isPortInUse
			? 'The sandbox cannot start: its port (SANDBOX_PORT) is in use.'
			: String(error instanceof SettingsError ? error.message : error),
	);
	process.exit(1);
}
