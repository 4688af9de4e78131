import { expect, it } from 'vitest';
import { startSite } from '../start-site.ts';

const eventsElsewhere = { eventsBaseUrl: 'http://api.example/v1', eventsAuthUrl: 'http://www.example' };

it('starting with http to another machine logs a warning for each setting, with the risk', async () => {
	const settings = { logLevel: 'warn' as const, publicUrl: 'http://events.example', ...eventsElsewhere };
	const { bff } = await startSite(settings);
	const warnings = bff.log.map((line) => JSON.parse(line) as { level: number; msg: string });
	expect(warnings.map(({ level, msg }) => [level, msg.split(' ')[0]])).toEqual([
		[40, 'PUBLIC_URL'],
		[40, 'EVENTS_BASE_URL'],
		[40, 'EVENTS_AUTH_URL'],
	]);
	expect(warnings[0]?.msg).toContain('take over sessions');
});

it('a server that listens on an IPv6 address names a URL that can be fetched', async () => {
	const { bff } = await startSite({ host: '::1' });
	expect(await (await fetch(`${bff.origin}/healthz`)).json()).toEqual({ status: 'ok' });
});

it('starting with https, or with http on this machine, logs no warnings', async () => {
	for (const publicUrl of ['https://events.example', 'http://localhost:3000', 'http://[::1]:3000'])
		expect((await startSite({ logLevel: 'warn' as const, publicUrl })).bff.log).toEqual([]);
});
