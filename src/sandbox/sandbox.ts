/** The parts of a sandbox that its routes share. */
import type { DatabaseSync } from 'node:sqlite';
import type { Applications } from './applications.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './control/faults.ts';
import type { EventStore } from './events/event-store.ts';
import type { Limits } from './limits.ts';
import type { Tokens } from './tokens.ts';
import type { Users } from './users.ts';

export interface SandboxOptions {
	/** Address to listen on; 127.0.0.1 unless told. */
	host?: string;
	/** 0 takes any free port. */
	port: number;
	/** SQLite file, or `:memory:`. */
	database: string;
	/** Redirect URI of the demo application. */
	redirectUri: string;
	/** Origin of the addresses in answers (pictures, pages); the sandbox's own unless told. */
	publicOrigin?: string | undefined;
	/** Whether the control API is there (design §7); it answers to loopback only in any case. */
	control?: boolean;
	/** Calls without a token per IP and hour; unlimited unless told. */
	anonymousLimit?: number | undefined;
	/** Whether plain HTTP is answered with code 100. */
	requireHttps?: boolean;
	/** `small` seeds a few hundred rows, for tests. */
	seed?: 'demo' | 'small';
	/** pino level; silent unless told. */
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
	faults: Faults;
	requireHttps: boolean;
	/** Back to the seeded state. */
	reset(): void;
}
