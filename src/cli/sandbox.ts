/** `npm run sandbox`: runs only the sandbox, for developing other clients, or for a Daybill on another machine. */
import { startSandbox } from '../sandbox/app.ts';
import { readSettings } from '../servers/settings.ts';
import { closeOnSignal, fail, outliveErrors } from './run.ts';

try {
	const sandbox = await startSandbox(readSettings(process.env).sandbox);
	console.log(`Sandbox  ${sandbox.origin}`);
	closeOnSignal(sandbox);
	outliveErrors(sandbox);
} catch (error) {
	fail(error);
}
