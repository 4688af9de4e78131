/** Before all browser tests: builds the web app if it is stale, and starts the Daybill that they share. */
import { share, startDaybill } from './daybill.ts';

/** @returns a function that stops that Daybill */
export default async function prepare(): Promise<() => Promise<void>> {
	const daybill = await startDaybill();
	share(daybill);
	return daybill.stop;
}
