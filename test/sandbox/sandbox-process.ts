/** A sandbox in a separate process: options as JSON in argument 1, `ready <port>` on standard output. */
import { startSandbox } from '../../src/sandbox/app.ts';
import type { SandboxOptions } from '../../src/sandbox/sandbox.ts';

const sandbox = await startSandbox(JSON.parse(process.argv[2] ?? '{}') as SandboxOptions);
process.stdout.write(`ready ${new URL(sandbox.origin).port}\n`);
process.on('SIGTERM', () => void sandbox.close().then(() => process.exit(0)));
