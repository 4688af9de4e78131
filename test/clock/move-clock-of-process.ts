/** Moves the clock of the process that loads it (`--import`). */
import { clockAhead, moveClock } from './moved-clock.ts';

moveClock(clockAhead());
