import path from 'node:path';
import { expect, it } from 'vitest';
import { brandFolder } from '../bff/brand/brand-folder.ts';
import { fakeEvent, sendError, sendJson, startFakeService } from '../bff/fake-service.ts';
import { temporaryFolder } from '../bff/start-bff.ts';
import { startProgram } from '../program.ts';

async function check(environment: Record<string, string>) {
	const program = startProgram(['src/cli/check.ts'], { environment });
	const status = await program.ended;
	return { status, output: program.output(), errors: program.errors() };
}

it('reads the brand too, and names it', async () => {
	const folder = await brandFolder();
	const { status, output } = await check({ BRAND_DIR: folder });
	expect([status, output]).toEqual([0, expect.stringContaining(`\nBrand    Somewhere, ${folder}\n`)]);
	expect((await check({})).output).not.toContain('Brand');
});

it('names every mistake of the brand with its path', async () => {
	const folder = await brandFolder({
		colors: { accent: '#ff6600', surface: '#ffffff' },
		legal: { privacy: { en: 'privacy.md' } },
	});
	const { status, errors } = await check({ BRAND_DIR: folder });
	expect(status).toBe(1);
	expect(errors.trim().split('\n')).toEqual([
		`The brand in ${folder} has 2 mistakes:`,
		expect.stringMatching(/^ {2}brand\.json: colors\.accent: #ff6600 on the surface #ffffff /),
		'  brand.json: legal.privacy.en: privacy.md does not exist',
	]);
	const missing = path.join(await temporaryFolder(), 'nowhere');
	expect(await check({ BRAND_DIR: missing })).toMatchObject({
		status: 1,
		errors: expect.stringContaining('BRAND_DIR: there is no such folder'),
	});
});

/** A service with 130 events. @returns what the check prints about paging */
async function checkPaging({ maxCount = 100, first = 0, rejects = false } = {}) {
	const events = Array.from({ length: 130 }, (_, index) => ({ ...fakeEvent, id: String(index) }));
	const service = await startFakeService();
	service.handler = (call, response) => {
		const query = new URL(call.url, service.origin).searchParams;
		const [start, count] = [Number(query.get('start')), Number(query.get('count'))];
		if (start < first || (rejects && count > maxCount)) return sendError(response, call, 113);
		const from = start - first;
		const page = events.slice(from, from + Math.min(count, maxCount));
		return sendJson(response, 200, { events: page, total: events.length, start, count });
	};
	const { output } = await check({
		EVENTS_BASE_URL: service.origin,
		EVENTS_AUTH_URL: service.origin,
		OAUTH_CLIENT_ID: 'key',
		OAUTH_CLIENT_SECRET: 'secret',
	});
	return output.slice(output.indexOf('Paging'));
}

it.each([
	['as the sandbox does', {}, 'Paging   as set\n'],
	['with shorter pages', { maxCount: 30 }, 'EVENTS_PAGE_SIZE=30\n'],
	['and rejects long pages', { maxCount: 50, rejects: true }, 'EVENTS_PAGE_SIZE=50\n'],
	['from 1', { first: 1 }, 'EVENTS_PAGE_START=1\n'],
])('prints the lines for .env where a service pages %s', async (_, service, line) => {
	expect(await checkPaging(service)).toContain(line);
});
