/** The service under test, as checks see it. */
import type { Call, ServiceResponse } from './call.ts';

/** An application that the tester registered. */
export interface Application {
	readonly clientId: string;
	readonly clientSecret: string;
	readonly redirectUri: string;
}

export interface ServiceOptions {
	/** {base_url} and {auth_url}, without a slash at the end. */
	readonly baseUrl: string;
	readonly authUrl: string;
	readonly application: Application | null;
	readonly token: string | null;
	/** A second token of the same user, with the scope `event_basic_r` only. */
	readonly readOnlyToken: string | null;
	readonly refreshToken: string | null;
	/** A fresh authorization code to exchange. */
	readonly code: string | null;
	/** Identifier of the token's user. */
	readonly userId: string | null;
	/** City to look for events in. */
	readonly locId: string | null;
	/** Whether data may be changed. */
	readonly write: boolean;
	/** Milliseconds for each call. */
	readonly timeout: number;
	/** Milliseconds between calls. */
	readonly pause: number;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

/** Identifiers that exist at the service; null when none was found. */
export interface Known {
	readonly eventId: string | null;
	readonly locId: string | null;
	/** A user of the events found, whose own lists may be read and have most to judge. */
	readonly userId: string | null;
	/** Why something was not found. */
	readonly why: string;
}

export interface Service {
	readonly options: ServiceOptions;
	/** Calls {base_url}; without a token unless one is given. @throws NotJudged when the limit is used up or https is needed */
	readonly call: Call;
	/** Calls {auth_url}. @throws NotJudged as `call` */
	readonly authorization: Call;
	/**
	 * A GET of {base_url}, made once. The token is sent only where the service rejects the call without one.
	 *
	 * @throws NotJudged also when the service wants a token and there is none, or the token may not read this
	 */
	read(path: string): Promise<ServiceResponse>;
	/** The same with the token. */
	readOwn(path: string): Promise<ServiceResponse>;
	/** The token endpoint, parameters in the query string (Spec §4.1's reference form). */
	token(parameters: Readonly<Record<string, string>>): Promise<ServiceResponse>;
	known(): Promise<Known>;
	/** Tokens in use; replaced when a code or a refresh token was exchanged. */
	readonly tokens: { access: string | null; refresh: string | null; userId: string | null };
	/** Secrets that no report may show, each with the shell variable that stands for it; tokens are added as they come. */
	readonly secrets: Map<string, string>;
	/** Every failed response of the specification's own paths so far, for the checks of the error model. */
	readonly failures: readonly ServiceResponse[];
	/** What the tester must know beside the findings, such as data that could not be restored. */
	readonly notes: string[];
	/** Runs once and remembers: trials that several checks judge. */
	once<Result>(key: string, trial: () => Promise<Result>): Promise<Result>;
	/** Forgets what was read, after something changed. */
	forget(): void;
}

/** The `code` of a response's body, whatever its type; undefined for none. */
export const codeOf = ({ json }: { readonly json: unknown }): unknown =>
	(json as { code?: unknown } | null | undefined)?.code;

/** An identifier that no service has. */
export const unknownId = '999999999999';
