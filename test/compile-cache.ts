/** Node programs that tests start load their compiled modules from here, which takes a third off their start. */
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * To be imported where a run begins: the processes that it starts have it from their environment. A process writes what it has
 * compiled when it ends by itself or is asked to end, not when it is killed.
 */
process.env.NODE_COMPILE_CACHE ??= path.join(tmpdir(), 'daybill-compile-cache');
