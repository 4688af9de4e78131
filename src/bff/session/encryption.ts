/** Encrypts what is stored with AES-256-GCM; the session keys can be rotated. */
import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

const nonceBytes = 12;
const tagBytes = 16;

/** 256 random bits in base64url: session ids, nonces. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in base64url, under which secrets are looked up. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export interface Encryption {
	/** @param context what the text belongs to; with another context it cannot be opened (additional authenticated data) */
	seal(text: string, context: string): string;
	/** Undefined when no key opens it. */
	open(sealed: string, context: string): string | undefined;
}

/** @param keys of 32 bytes in base64url, newest first: the first seals, all open */
export function createEncryption(keys: readonly string[]): Encryption {
	const secrets = keys.map((key) => createSecretKey(Buffer.from(key, 'base64url')));
	const [newest] = secrets;
	if (newest === undefined || secrets.some((secret) => secret.symmetricKeySize !== 32))
		throw new Error('session keys have 32 bytes');
	/** Recently opened texts: a session in use is read at every call. */
	const opened = new LRUCache<string, string>({ max: 5_000 });
	return {
		seal(text, context) {
			const nonce = randomBytes(nonceBytes);
			const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(context));
			return Buffer.concat([
				nonce,
				cipher.update(text, 'utf8'),
				cipher.final(),
				cipher.getAuthTag(),
			]).toString('base64url');
		},
		open(sealed, context) {
			const known = opened.get(`${context} ${sealed}`);
			if (known !== undefined) return known;
			const bytes = Buffer.from(sealed, 'base64url');
			for (const secret of secrets) {
				const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, nonceBytes))
					.setAAD(Buffer.from(context))
					.setAuthTag(bytes.subarray(-tagBytes));
				try {
					const text =
						decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') +
						decipher.final('utf8');
					opened.set(`${context} ${sealed}`, text);
					return text;
				} catch (error) {
					// The tag does not match: sealed with another of the keys, or with one that is no longer used.
					if (!(error instanceof Error)) throw error;
				}
			}
			return undefined;
		},
	};
}

/** The given keys, or the one in the data folder, which is generated at the first start (mode 0600). */
export function loadSessionKeys(given: readonly string[], dataDir: string): readonly string[] {
	if (given.length > 0) return given;
	if (dataDir === ':memory:') return [newSecret()];
	const file = path.join(dataDir, 'session.key');
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	if (!existsSync(file)) writeFileSync(file, newSecret(), { mode: 0o600 });
	chmodSync(file, 0o600);
	return [readFileSync(file, 'utf8').trim()];
}
