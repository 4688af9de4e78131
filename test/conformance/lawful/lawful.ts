import type { Middleware } from '../service/messages.ts';

/** A service that fills a gap of the specification differently from the sandbox. */
export interface Lawful {
	/** What the service does, as a sentence. */
	readonly does: string;
	/** Creates the middleware, with its own state. */
	readonly create: () => Middleware;
	/** The option of the conformance check, if the service needs it. */
	readonly tokenParams?: 'body';
	/** Checks that rightly report a difference: live services do this, but the specification says otherwise. */
	readonly departs?: readonly (string | RegExp)[];
	/** Checks that must report, with the verdict `open`, how the service fills the gap. */
	readonly open?: readonly string[];
}
