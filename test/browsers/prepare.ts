/** Prepares the journeys in other engines: each file of them starts a Daybill of its own. */
export { buildAndSeed as default } from '../e2e/prepare.ts';
