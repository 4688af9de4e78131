/** A BFF in a separate process that responds to every message with the CPU time of its longest round since the last one. */
import { startRoundMeter } from './round-meter.ts';

const meter = startRoundMeter();
process.on('message', () => process.send?.(meter.take()));
await import('../../bff/bff-process.ts');
