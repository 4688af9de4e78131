/** Prepares the journeys in other engines: each file of them starts a Daybill of its own. */
import { buildAndSeed } from '../e2e/prepare.ts';

export default buildAndSeed;
