/** The check cannot run: the service cannot be reached, or the set-up is wrong. The message names the remedy. */
export class CannotRun extends Error {
	override readonly name = 'CannotRun';
}
