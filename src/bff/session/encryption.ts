/** Encrypts stored data with AES-256-GCM; session keys can be rotated. */
import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const nonceBytes = 12;
const tagBytes = 16;

/** 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in base64url, the key for looking up secrets. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

export type Encryption = ReturnType<typeof createEncryption>;

/** @param keys of 32 bytes in base64url, newest first: the first encrypts, all decrypt */
export function createEncryption(keys: readonly string[]) {
	const secrets = keys.map((key) => createSecretKey(Buffer.from(key, 'base64url')));
	const [newest] = secrets;
	if (newest === undefined || secrets.some((secret) => secret.symmetricKeySize !== 32))
		throw new Error('session keys must have 32 bytes');
	return {
		/** @param context additional authenticated data, required to open the text */
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
		/** Undefined if no key decrypts the text. */
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
					// Truncated, or sealed with another key.
				}
			}
			return undefined;
		},
	};
}

/**
 * Returns the given keys, or the one in the data folder, generated at first startup (mode 0600).
 * @throws Error if the file contains no key: a new one would sign everyone out, and differ between processes
 */
export function loadSessionKeys(given: readonly string[], dataDir: string): readonly string[] {
	if (given.length > 0) return given;
	if (dataDir === ':memory:') return [newSecret()];
	const file = path.join(dataDir, 'session.key');
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
