/** A BFF in a separate process: settings as JSON in the first argument, `ready <port>` on standard output. */
import { startBff } from '../../src/bff/app.ts';
import type { BffSettings } from '../../src/bff/settings.ts';

const { port, close } = await startBff(JSON.parse(process.argv[2] ?? '{}') as BffSettings);
process.stdout.write(`ready ${port}\n`);
process.on('SIGTERM', () => void close().then(() => process.exit(0)));
