import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPublicLookup, isPublicAddress, judgeSource } from '../../../src/bff/images/allowed-source.ts';

const service = {
	eventsBaseUrl: 'http://127.0.0.1:3100/v2',
	eventsAuthUrl: 'http://127.0.0.1:3100',
	imageOrigins: [],
};
const named = { ...service, imageOrigins: ['https://named.example'] };

describe('the source check of the image proxy (no access to the operator’s network)', () => {
	it('does not count private, reserved, embedded or ambiguous addresses as public', () => {
		for (const address of [
			'10.1.2.3',
			'169.254.169.254',
			'192.0.2.1',
			'::1',
			'::ffff:10.0.0.1',
			'::8.8.8.8',
			'64:ff9b::7f00:1',
			'2002:7f00:1::',
			'ff02::1',
			'127.1',
			'0177.0.0.1',
			'not an address',
		])
			expect([address, isPublicAddress(address)]).toEqual([address, false]);
		for (const address of ['93.184.216.34', '2606:2800:220:1::1', '::ffff:8.8.8.8'])
			expect([address, isPublicAddress(address)]).toEqual([address, true]);
	});

	it('rejects other origins inside the network, ports, credentials and schemes other than http(s)', () => {
		for (const source of [
			'http://127.0.0.1:3101/1.webp',
			'https://[::1]/1.webp',
			'https://2130706433/1.webp',
			'javascript:alert(1)',
			'https://img.example:8443/1.webp',
			'https://user:pass@img.example/1.webp',
			'//img.example/1.webp',
		])
			expect([source, judgeSource(source, service)]).toEqual([source, 'rejected']);
	});

	it('allows public origins, unless the settings name origins', () => {
		for (const source of ['http://img.example/1.webp', 'https://img.example:443/1.webp']) {
			expect(judgeSource(source, service)).toBe('public');
			expect(judgeSource(source, named)).toBe('rejected');
		}
	});
});

/** A DNS server for these names only. @returns its address and the requested names */
async function startDns(addresses: Readonly<Record<string, string>>) {
	const socket = createSocket('udp4');
	const asked = new Set<string>();
	socket.on('message', (query, { port, address }) => {
		const labels: string[] = [];
		let at = 12;
		for (let length = query[at] ?? 0; length > 0; at += length + 1, length = query[at] ?? 0)
			labels.push(query.toString('latin1', at + 1, at + 1 + length));
		const name = labels.join('.');
		asked.add(name);
		const found = addresses[name];
		if (found === undefined) return;
		const isV4 = query.readUInt16BE(at + 1) === 1;
		const question = query.subarray(12, at + 5);
		const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0]);
		// A pointer to the name, type A, class IN, a minute, four bytes (RFC 1035 §4.1.3).
		const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...found.split('.').map(Number)]);
		socket.send(Buffer.concat([header, question, ...(isV4 ? [record] : [])]), port, address);
	});
	socket.bind(0, '127.0.0.1');
	await once(socket, 'listening');
	onTestFinished(() => void socket.close());
	return { server: `127.0.0.1:${socket.address().port}`, asked };
}

it('the names of image hosts are resolved without the few threads that resolve the service’s name', async () => {
	const { server, asked } = await startDns({ 'img.example': '93.184.216.34', 'inside.example': '10.0.0.1' });
	const lookup = createPublicLookup([server]);
	const find = (hostname: string) =>
		new Promise((resolve, reject) =>
			lookup(hostname, {}, (error, found) => (error === null ? resolve(found) : reject(error))),
		);
	const dead = Array.from({ length: 8 }, (_, index) => find(`dead-${index}.example`));
	const isDead = Promise.all(dead.map((each) => expect(each).rejects.toThrow('ETIMEOUT')));
	expect(await find('img.example')).toEqual([{ address: '93.184.216.34', family: 4 }]);
	await expect(find('inside.example')).rejects.toThrow('not a public address');
	await isDead;
	expect(asked).toContain('dead-7.example');
});
