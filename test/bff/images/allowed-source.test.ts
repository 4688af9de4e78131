import { describe, expect, it } from 'vitest';
import { isPublicAddress, judgeSource } from '../../../src/bff/images/allowed-source.ts';

const service = new Set(['http://127.0.0.1:3100']);

describe('which pictures the image proxy may fetch (no way into the operator’s network)', () => {
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
		'not an address',
	])('counts %s as inside', (address) => {
		expect(isPublicAddress(address)).toBe(false);
	});

	it.each(['93.184.216.34', '2606:2800:220:1::1'])('counts %s as public', (address) => {
		expect(isPublicAddress(address)).toBe(true);
	});

	it('trusts the service’s own origin, whatever its address', () => {
		expect(judgeSource('http://127.0.0.1:3100/pictures/1.webp', service, false)).toBe('trusted');
	});

	it.each([
		'http://127.0.0.1:3101/1.webp',
		'http://img.example/1.webp',
		'https://127.0.0.1/1.webp',
		'https://[::1]/1.webp',
		'https://0x7f.1/1.webp',
		'https://img.example:8443/1.webp',
		'https://user:pass@img.example/1.webp',
		'file:///etc/passwd',
		'//img.example/1.webp',
		'',
	])('refuses %s', (source) => {
		expect(judgeSource(source, service, false)).toBe('refused');
	});

	it('allows any public https address unless origins were named', () => {
		expect(judgeSource('https://img.example/1.webp', service, false)).toBe('public');
		expect(judgeSource('https://img.example/1.webp', service, true)).toBe('refused');
	});
});
