/**
 * A BFF in a separate process: settings as JSON in the first argument, `ready <port>` on standard output. `clockFile` among
 * them is a clock that another process sets.
 */
import { startBff } from '../../src/bff/app.ts';
import type { BffSettings } from '../../src/bff/settings.ts';
import { readFileClock } from '../clock/file-clock.ts';

const { clockFile, ...settings } = JSON.parse(process.argv[2] ?? '{}') as BffSettings & {
	clockFile?: string;
};
const { port, close } = await startBff({
	...settings,
	...(clockFile === undefined ? {} : { clock: readFileClock(clockFile) }),
});
process.stdout.write(`ready ${port}\n`);
process.on('SIGTERM', () => void close().then(() => process.exit(0)));
