/** Sign-ins, codes, tokens and passwords, of which the database has only hashes. */
import { hash, randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Clock } from '../clock.ts';

/** 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in base64url: secrets of 256 random bits need no salt. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

export function sameSecret(a: string, b: string): boolean {
	return timingSafeEqual(Buffer.from(hashSecret(a)), Buffer.from(hashSecret(b)));
}

/** The cost is low, since these are demo accounts of a sandbox. */
const cost = { N: 1024 };
const hashBytes = 32;
const hashInThread = promisify<string, string, number, typeof cost, Buffer>(scrypt);

/** A salted hash of a password. */
export function hashPassword(password: string): string {
	const salt = newSecret();
	return `${salt}.${scryptSync(password, salt, hashBytes, cost).toString('base64url')}`;
}

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
	const [salt = '', hashed = ''] = stored.split('.');
	const bytes = await hashInThread(password, salt, hashBytes, cost);
	return sameSecret(bytes.toString('base64url'), hashed);
}

/** Limits, because anyone can use the demo accounts. Above a limit, the secrets that expire first are deleted. */
const maxStored = { 'sign-in': 10_000, code: 10_000, access: 100_000, refresh: 100_000 } as const;
type Kind = keyof typeof maxStored;

/** What a secret allows. A code and the tokens that it leads to have the same `grantId`. */
export interface Grant {
	userId: string;
	clientId: string;
	/** Comma-separated. */
	scope: string;
	grantId: string;
}

export interface StoredSecret extends Grant {
	/** Milliseconds since 1970, by the virtual clock. */
	beginsAt: number;
	endsAt: number;
	/** Why it ended early; null if it did not. */
	ended: 'used' | 'replayed' | 'withdrawn' | 'password' | null;
}

export type Secrets = ReturnType<typeof openSecrets>;

/** The secrets that the sandbox has given out: sign-ins, codes and tokens. */
export function openSecrets(database: DatabaseSync, clock: Pick<Clock, 'now'>) {
	const insert = database.prepare(
		`INSERT INTO secrets (hash, kind, grant_id, client_id, user_id, scope, begins_at, ends_at)
		 VALUES (:hash, :kind, :grantId, :clientId, :userId, :scope, :beginsAt, :endsAt)`,
	);
	const trim = database.prepare(
		`DELETE FROM secrets WHERE kind = :kind AND ends_at <=
			(SELECT ends_at FROM secrets WHERE kind = :kind ORDER BY ends_at DESC LIMIT 1 OFFSET :max)`,
	);
	const select = database.prepare(
		`SELECT grant_id AS grantId, client_id AS clientId, user_id AS userId, scope, begins_at AS beginsAt, ends_at AS endsAt, ended
		 FROM secrets WHERE hash = ? AND kind = ?`,
	);
	const selectConsents = database.prepare(
		`SELECT client_id, group_concat(scope) AS scopes FROM secrets
		 WHERE user_id = ? AND kind <> 'sign-in' AND ended IS NULL AND ends_at > ? GROUP BY client_id ORDER BY client_id`,
	);
	/** @returns a function that ends secrets, given the parameters of `where` */
	const ending = (why: StoredSecret['ended'], where: string) => {
		const update = database.prepare(`UPDATE secrets SET ended = '${why}' WHERE ${where} AND ended IS NULL`);
		return (...values: string[]) => update.run(...values);
	};
	const endHash = ending('used', 'hash = ?');
	return {
		/** @param beginsIn seconds, like `endsIn` */
		issue(kind: Kind, grant: Grant, endsIn: number, beginsIn = 0): string {
			const [secret, now] = [newSecret(), clock.now()];
			const times = { beginsAt: now + beginsIn * 1000, endsAt: now + endsIn * 1000 };
			insert.run({ ...grant, ...times, hash: hashSecret(secret), kind });
			trim.run({ kind, max: maxStored[kind] });
			return secret;
		},
		/** The stored secret, even if it has ended; undefined if unknown. */
		find: (kind: Kind, secret: string) =>
			select.get(hashSecret(secret), kind) as unknown as StoredSecret | undefined,
		/** The scopes that a user has granted to each application: those of codes and tokens that have not ended. */
		consentsOf: (userId: string): ReadonlyMap<string, ReadonlySet<string>> =>
			new Map(
				selectConsents
					.all(userId, clock.now())
					.map(({ client_id, scopes }) => [String(client_id), new Set(String(scopes).split(','))]),
			),
		endUsed: (secret: string) => endHash(hashSecret(secret)),
		endGrant: ending('replayed', 'grant_id = ?'),
		/** Ends the codes and tokens of a user for an application. */
		endConsent: ending('withdrawn', "user_id = ? AND client_id = ? AND kind <> 'sign-in'"),
		/** Ends all codes, tokens and sign-ins of a user whose password has changed. */
		endOfUser: ending('password', 'user_id = ?'),
	};
}
