import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/bff/store/open-store.ts';
import { connectRedis } from '../../../src/bff/store/redis.ts';
import { openssl, pathOf } from '../../programs.ts';
import { spawnServer } from '../../redis-process.ts';
import { temporaryFolder } from '../start-bff.ts';

const silent = { warn: () => undefined };

/** A TLS-only Redis with a self-signed certificate and one user, who may access only keys with a prefix. */
async function startEncrypted() {
	const folder = await temporaryFolder();
	const [key, certificate] = [`${folder}/key.pem`, `${folder}/certificate.pem`];
	await promisify(execFile)(pathOf(openssl), [
		...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
		...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
	]);
	const server = await spawnServer((port) => [
		...['--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1', '--save', ''],
		...['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no'],
		...'--user default off --user daybill on >p@ss/word ~site-2:* +@all -@dangerous'.split(' '),
	]);
	onTestFinished(server.stop);
	return { port: server.port, authority: await readFile(certificate, 'utf8') };
}

it('a connection over TLS requires a trusted certificate, and signs in as the user in the URL, who needs only keys with the prefix', async () => {
	const { port, authority } = await startEncrypted();
	const url = `rediss://daybill:p%40ss%2Fword@127.0.0.1:${port}`;
	await expect(connectRedis(url, '', silent)).rejects.toThrow(/REDIS_URL cannot be used: self-signed/);
	const before = tls.getCACertificates('default');
	tls.setDefaultCACertificates([...before, authority]);
	onTestFinished(() => tls.setDefaultCACertificates(before));
	const settings = { redisUrl: url, redisPrefix: 'site-2:', dataDir: ':memory:' };
	const { store } = await openStore(settings, Date.now, silent);
	onTestFinished(store.close);
	await store.set('a key', 'a value', 60_000);
	expect(await store.get('a key')).toBe('a value');
	const bare = await connectRedis(url, '', silent);
	onTestFinished(() => bare.disconnect());
	await expect(bare.get('a key')).rejects.toThrow(/NOPERM/);
});
