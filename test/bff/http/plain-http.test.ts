import { expect, it } from 'vitest';
import { startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

const eventsElsewhere = { eventsBaseUrl: 'http://api.example/v1', eventsAuthUrl: 'http://www.example' };

it('a start with http to another machine logs a warning for each setting, with the risk', async () => {
	const service = await startFakeService();
	const settings = { logLevel: 'warn', publicUrl: 'http://events.example', ...eventsElsewhere };
	const { log } = await startTestBff(service.origin, settings);
	const warnings = log.map((line) => JSON.parse(line) as { level: number; msg: string });
	expect(warnings.map(({ level, msg }) => [level, msg.split(' ')[0]])).toEqual([
		[40, 'PUBLIC_URL'],
		[40, 'EVENTS_BASE_URL'],
		[40, 'EVENTS_AUTH_URL'],
	]);
	expect(warnings[0]?.msg).toContain('take over sessions');
});

it('a start with https, or with http on this machine, logs no warning', async () => {
	const service = await startFakeService();
	for (const publicUrl of ['https://events.example', 'http://localhost:3000', 'http://[::1]:3000'])
		expect((await startTestBff(service.origin, { logLevel: 'warn', publicUrl })).log).toEqual([]);
});
