/** A variant: one lawful service of the specification, made from the sandbox with a small change. */
import type { Level } from '../../src/contract/spec/access.ts';
import type { Middleware } from './service/messages.ts';

/** What a service may withhold, or not offer at all. */
type Forbidden =
	/** Every read without a token. */
	| 'anonymous-reads'
	/** `user_created`, `user_participated` and `user_wished` of other users. */
	| 'strangers-lists'
	/** Everything in a list beyond its first page. */
	| 'further-pages';

/** What a variant may know at runtime. */
export interface VariantContext {
	/** The wall clock of the service's cities, `YYYY-MM-DD HH:MM:SS`. */
	wallClock(): string;
}

export interface Variant {
	/** Short and unique, such as `flags-y-n`. */
	readonly name: string;
	/** What this service does, as a sentence. */
	readonly does: string;
	/** Rows of the gap register that it fills differently than the sandbox. */
	readonly gaps: readonly string[];
	/** Section of the specification that leaves the rest open, if the register has no row for it. */
	readonly section?: string;
	/**
	 * Checks of the conformance kit that rightly differ: live services do this although the specification says otherwise.
	 * Absent for services that match the specification.
	 */
	readonly departs?: readonly (string | RegExp)[];
	/** Checks of the kit that must report, with the verdict `open`, how the service fills the gap. */
	readonly open?: readonly string[];
	readonly forbids?: readonly Forbidden[];
	/** Path prefix of the data API. */
	readonly prefix?: string;
	/** Whether the operator writes both base URLs with a trailing slash. */
	readonly trailingSlash?: boolean;
	/** Level of the application; L1 by default. */
	readonly level?: Level;
	/** Calls without a token per hour; no limit by default. */
	readonly anonymousLimit?: number;
	/** Hours by which the wall clock of the service is ahead of UTC; 8 by default. */
	readonly wallClockHours?: number;
	/** When the run begins, from the machine's clock, both in milliseconds since 1970; now by default. */
	readonly beginsAt?: (now: number) => number;
	/** What an operator has to configure for such a service, according to its documentation. */
	readonly operator?: {
		readonly tokenParams?: 'query';
		readonly timeZone?: string;
		readonly pageSize?: string;
	};
	/** Creates the middleware, with its own state. */
	readonly create?: (context: VariantContext) => Middleware;
}
