import { expect, it } from 'vitest';
import { hostNameOf, isLoopbackName } from '../../src/servers/host-names.ts';

it('an unparsable Host header has no name', () => {
	for (const header of ['', 'a b', 'a/b', 'a:b', 'a:1:2', 'user@a', 'a?b', '[::1', undefined])
		expect(hostNameOf(header)).toBe('');
});

it.each([
	['Events.Example', 'events.example'],
	['events.example.:443', 'events.example'],
	['[::1]:3000', '[::1]'],
	['127.0.0.1:1', '127.0.0.1'],
])('the name in %s is %s', (header, name) => {
	expect(hostNameOf(header)).toBe(name);
});

it('loopback names are only those that no other machine can have', () => {
	for (const name of ['localhost', '[::1]', '127.0.0.1', '127.1.2.3'])
		expect(isLoopbackName(name)).toBe(true);
	for (const name of ['', 'localhost.evil.example', '127.evil.example', '127.0.0.1.evil.example', '[::2]'])
		expect(isLoopbackName(name)).toBe(false);
});
