/** A child process with the embedded sandbox. `embedded-sandbox.ts` starts and ends it. */
import { startSandbox } from '../sandbox/app.ts';
import type { SandboxOptions } from '../sandbox/sandbox.ts';
import { outliveErrors } from './run.ts';

/** Where the sandbox listens, or why it can't start. */
export type SandboxMessage =
	| { started: { origin: string; port: number; timeZone: string } }
	| { failure: { message: string } };

const send = (message: SandboxMessage) => process.send?.(message);

// Ignores the signals of a terminal or service manager: this process ends with its parent, even if that is killed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

try {
	const sandbox = await startSandbox(JSON.parse(process.argv[2] ?? '{}') as SandboxOptions);
	process.once('disconnect', () => void sandbox.close().finally(() => process.exit()));
	outliveErrors(sandbox);
	const { origin, port, timeZone } = sandbox;
	send({ started: { origin, port, timeZone } });
} catch (error) {
	// With the system's code and port, which a message would otherwise lose.
	send({ failure: { ...(error as Error), message: error instanceof Error ? error.message : String(error) } });
	process.disconnect();
}
