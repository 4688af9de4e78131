import type { FastifyBaseLogger } from 'fastify';
import { BrandError } from '../bff/brand/read-brand.ts';
import { SettingsError } from '../servers/settings.ts';

/** Logged for each error that {@link outliveErrors} catches. A test that logs it fails. */
export const unhandledError = 'nothing handled this error: please report it';

/** Replaces what a terminal would interpret: messages may quote the service, a file or an archive. */
export const printable = (text: string): string => text.replaceAll(/(?!\n)\p{Cc}/gu, '\u{fffd}');

/** What went wrong, in a sentence. */
export function reasonOf(error: unknown): string {
	const { code, path, errcode } = (error ?? {}) as { code?: string; path?: string; errcode?: number };
	if (code === 'ENOENT' && path !== undefined) return `there is no file ${path}`;
	const message = error instanceof Error ? error.message : String(error);
	// SQLITE_CORRUPT and SQLITE_NOTADB
	if (errcode !== 11 && errcode !== 26) return message;
	return `a database in DATA_DIR is damaged (${message}): restore a backup, or move the database away`;
}

/** Prints why a command failed, with a fix if known, and exits with status 1. */
export function fail(error: unknown, what = 'Daybill cannot start'): never {
	const { code, port } = (error ?? {}) as { code?: string; port?: number };
	const reason = reasonOf(error);
	if (error instanceof SettingsError || error instanceof BrandError) console.error(reason);
	else if (code === 'EADDRINUSE')
		console.error(
			`Daybill cannot start: port ${port} is in use. Stop the process that uses it, or set PORT or SANDBOX_PORT to another one.`,
		);
	else console.error(printable(`${what}: ${reason}`));
	process.exit(1);
}

/** Closes servers in order on SIGINT and SIGTERM. Ctrl-C can send two: one from the terminal, one from npm. */
export function closeOnSignal(...servers: readonly ({ close(): unknown } | null | undefined)[]): void {
	let isClosing = false;
	const close = async () => {
		if (isClosing) return;
		isClosing = true;
		try {
			for (const server of servers) await server?.close();
		} catch (error) {
			fail(error, 'Daybill did not stop cleanly');
		}
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
}

/**
 * Logs an exception or rejection that nothing handled, instead of ending the process. One stranger's request may have
 * caused it, and ending the process would end everybody's requests and lose the cache. A half-finished step harms less:
 * requests share only caches, queues and the store, and each request has a time limit. Call this after a successful
 * start: until then, an error ends the process.
 */
export function outliveErrors({ log }: { log: Pick<FastifyBaseLogger, 'error'> }): void {
	// Node passes unhandled rejections to this event, too.
	process.on('uncaughtException', (err: unknown) => {
		try {
			log.error({ err }, unhandledError);
		} catch {
			// The log itself may fail, for example on a full disk.
		}
	});
}
