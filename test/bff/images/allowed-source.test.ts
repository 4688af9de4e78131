import { describe, expect, it } from 'vitest';
import { isPublicAddress, judgeSource } from '../../../src/bff/images/allowed-source.ts';

const service = new Set(['http://127.0.0.1:3100']);

describe('which images the image proxy may fetch (no way into the operator’s network)', () => {
	it.each([
		'10.1.2.3',
		'127.0.0.1',
		'169.254.169.254',
		'172.16.0.1',
		'192.168.1.1',
		'100.64.0.1',
		'0.0.0.0',
		'::1',
		'::',
		'fe80::1',
		'fd00::1',
		'::ffff:10.0.0.1',
		'::ffff:127.0.0.1',
		'::127.0.0.1',
		'::8.8.8.8',
		'fec0::1',
		'100::1',
		'64:ff9b::7f00:1',
		'64:ff9b:1::1',
		'2001::1',
		'2001:20::1',
		'2001:db8::1',
		'2002:7f00:1::',
		'3fff::1',
		'5f00::1',
		'ff02::1',
		'192.0.0.8',
		'192.0.2.1',
		'198.18.0.1',
		'224.0.0.1',
		'240.0.0.1',
		'255.255.255.255',
		'127.1',
		'0177.0.0.1',
		'not an address',
	])('does not count %s as public', (address) => {
		expect(isPublicAddress(address)).toBe(false);
	});

	it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '::ffff:8.8.8.8'])(
		'counts %s as public',
		(address) => {
			expect(isPublicAddress(address)).toBe(true);
		},
	);

	it('allows the service’s own origin, even inside the network', () => {
		expect(judgeSource('http://127.0.0.1:3100/images/1.webp', service, false)).toBe('trusted');
	});

	it.each([
		'http://127.0.0.1:3101/1.webp',
		'http://10.0.0.1/1.webp',
		'ftp://img.example/1.webp',
		'https://127.0.0.1/1.webp',
		'https://[::1]/1.webp',
		'https://2130706433/1.webp',
		'https://169.254.169.254/latest/meta-data',
		'data:image/png;base64,AA',
		'javascript:alert(1)',
		'https://img.example:8443/1.webp',
		'https://user:pass@img.example/1.webp',
		'file:///etc/passwd',
		'//img.example/1.webp',
		'',
	])('rejects %s', (source) => {
		expect(judgeSource(source, service, false)).toBe('rejected');
	});

	it.each(['https://img.example/1.webp', 'http://img.example/1.webp', 'https://img.example:443/1.webp'])(
		'allows %s unless the settings name origins',
		(source) => {
			expect(judgeSource(source, service, false)).toBe('public');
			expect(judgeSource(source, service, true)).toBe('rejected');
		},
	);
});
