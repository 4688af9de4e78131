/** Encrypts stored data with AES-256-GCM. Operators can rotate the session keys. */
import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const nonceBytes = 12;
const tagBytes = 16;

/** 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in base64url: what the store has in place of a secret. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

export type Encryption = ReturnType<typeof createEncryption>;

/** @param keys 32 bytes each in base64url, newest first: the newest encrypts, all decrypt */
export function createEncryption(keys: readonly string[]) {
	const secrets = keys.map((key) => createSecretKey(Buffer.from(key, 'base64url')));
	const [newest] = secrets;
	if (newest === undefined || secrets.some((secret) => secret.symmetricKeySize !== 32))
		throw new Error('session keys must have 32 bytes');
	return {
		/** Encrypts a text. @param context required to open it (additional authenticated data) */
		seal(text: string, context: string): string {
			const nonce = randomBytes(nonceBytes);
			const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(context));
			return Buffer.concat([
				nonce,
				cipher.update(text, 'utf8'),
				cipher.final(),
				cipher.getAuthTag(),
			]).toString('base64url');
		},
		/** Decrypts a text; undefined if no key does. */
		open(sealed: string, context: string): string | undefined {
			const bytes = Buffer.from(sealed, 'base64url');
			for (const secret of secrets) {
				try {
					const nonce = bytes.subarray(0, nonceBytes);
					const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes })
						.setAAD(Buffer.from(context))
						.setAuthTag(bytes.subarray(-tagBytes));
					const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
					return Buffer.concat([text, decipher.final()]).toString();
				} catch {
					// Encrypted with another key, or damaged: try the next key.
				}
			}
			return undefined;
		},
	};
}

/** Name of the key file in DATA_DIR. */
export const keyFileName = 'session.key';

/**
 * Returns the given keys, else the key in the data folder. At the first start, generates it (mode 0600).
 * @throws Error if the file contains no key: a new key would sign everyone out, and each process would have another one
 */
export function loadSessionKeys(given: readonly string[], dataDir: string): readonly string[] {
	if (given.length > 0) return given;
	if (dataDir === ':memory:') return [newSecret()];
	const file = path.join(dataDir, keyFileName);
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	if (!existsSync(file)) writeFileSync(file, newSecret(), { flag: 'wx', mode: 0o600, flush: true });
	chmodSync(file, 0o600);
	const key = readFileSync(file, 'utf8').trim();
	if (Buffer.from(key, 'base64url').length !== 32)
		throw new Error(
			`${file} does not contain a 32-byte key. Restore it from a backup, or delete it, which signs everyone out.`,
		);
	return [key];
}
