/** A free port for `PORT=0`: the public URL contains the port, so it must be known before the servers start. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that nothing uses now. @throws the system's error for a host that is not of this machine */
export async function freePort(host: string): Promise<number> {
	const server = createServer().listen(0, host);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}
