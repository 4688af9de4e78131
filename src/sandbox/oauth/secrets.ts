/** Random secrets, and hashes of tokens and passwords. */
import { hash, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 in base64url: secrets of 256 random bits need no salt. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

export function sameSecret(a: string, b: string): boolean {
	return timingSafeEqual(Buffer.from(hashSecret(a)), Buffer.from(hashSecret(b)));
}

/** A salted hash of a password. The cost is low, since these are demo accounts of a sandbox. */
export function hashPassword(password: string, salt = randomBytes(16).toString('base64url')): string {
	return `${salt}.${scryptSync(password, salt, 32, { N: 1024 }).toString('base64url')}`;
}

export function passwordMatches(password: string, stored: string): boolean {
	return sameSecret(hashPassword(password, stored.split('.')[0]), stored);
}
