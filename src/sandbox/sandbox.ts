/** The parts of a sandbox that its routes share. */
import type { DatabaseSync } from 'node:sqlite';
import type { Applications } from './applications.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './control/faults.ts';
import type { EventStore } from './events/event-store.ts';
import type { Limits } from './limits.ts';
import type { Guesses } from './oauth/guesses.ts';
import type { Tokens } from './tokens.ts';
import type { Users } from './users.ts';

export interface SandboxOptions {
	/** Address to listen on; defaults to 127.0.0.1. */
	host?: string;
	/** 0: any free port. */
	port: number;
	/** SQLite file, or `:memory:`. */
	database: string;
	/** Redirect URI of the demo application. */
	redirectUri: string;
	/** Its name on the consent page; defaults to Daybill. */
	applicationName?: string | undefined;
	/** Origin of URLs in responses (images, pages); defaults to the sandbox's own. */
	publicOrigin?: string | undefined;
	/** Accepted host names, in addition to the machine's own and that of `publicOrigin`; without ports. */
	allowedHosts?: readonly string[];
	/** Whether the control API exists, which serves only loopback anyway. Defaults to true. */
	control?: boolean;
	/** Calls without a token per IP and hour; defaults to unlimited. */
	anonymousLimit?: number | undefined;
	/** Whether plain HTTP gets code 100. Defaults to false. */
	requireHttps?: boolean;
	/** `small` seeds a few hundred rows, for tests. Defaults to `demo`. */
	seed?: 'demo' | 'small';
	/** pino level; defaults to `silent`. */
	logLevel?: string;
}

export interface Sandbox {
	database: DatabaseSync;
	clock: Clock;
	applications: Applications;
	users: Users;
	tokens: Tokens;
	events: EventStore;
	limits: Limits;
	guesses: Guesses;
	faults: Faults;
	requireHttps: boolean;
	/** Origin of URLs in responses. A function, since the port is unknown until the sandbox listens. */
	publicOrigin: () => string;
	/** Restores the seeded state. */
	reset(): void;
}
