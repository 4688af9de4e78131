import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { conformance, readArguments } from '../../src/cli/conformance.ts';
import type { Report } from '../../src/conformance/report.ts';
import { runConformance } from '../../src/conformance/run.ts';
import type { WireEventList } from '../../src/contract/spec/resources.ts';
import { temporaryFolder } from '../bff/start-bff.ts';
import { runCommand } from '../cli/run-command.ts';
import { demo, redirectUri, startTestSandbox } from '../sandbox/start-sandbox.ts';
import { onField } from './mutants/changes.ts';
import { onBody, onRequest, onResponse } from './service/changes.ts';
import { Dropped } from './service/messages.ts';
import { isToken } from './service/operation.ts';
import { shareService } from './share-service.ts';

/** Runs the command in this process. */
async function check(args: readonly string[]) {
	let status = 0;
	const { output } = await runCommand({}, async () => {
		status = await conformance(args);
	});
	return { status, output };
}

const urlOptions = (origin: string) => ['--base-url', origin, '--auth-url', origin];
const application = [
	'--client-id',
	demo.client_id,
	'--client-secret',
	demo.client_secret,
	'--redirect-uri',
	redirectUri,
];

const service = shareService();
const { sandbox, become } = service;

describe('npm run conformance', () => {
	it('passes the sandbox with a code and writes, and leaves its data unchanged', async () => {
		const { origin, call } = sandbox();
		const list = async () => (await call<WireEventList>('GET', '/v2/event/list?count=100')).body.events;
		const before = new Map((await list()).map((event) => [event.id, event]));
		const code = await sandbox().code();
		const json = path.join(await temporaryFolder(), 'report.json');
		const options = [...urlOptions(origin), ...application, `--code=${code}`, '--write', '--json', json];
		expect((await check(options)).status).toBe(0);
		const report = JSON.parse(await readFile(json, 'utf8')) as Report;
		const untried = report.results.filter(({ verdict }) => verdict === 'not tried').map(({ id }) => id);
		const needsMore = /^(token\.(expired|refresh-(late|once|expires-in))|scope\.\w+)$/;
		expect(untried.filter((id) => !needsMore.test(id))).toEqual([]);
		const after = await list();
		expect(after.length).toBeGreaterThan(10);
		// One by one, because the list's order and end change with the time.
		for (const event of after) expect(event).toEqual(before.get(event.id));
	});

	it('exits with status 1 when something differs, and reports it with a curl command in the table, in JSON and in JUnit', async () => {
		const origin = become(onField('listLocs', 'total', () => undefined));
		const into = await temporaryFolder();
		const [json, junit] = [path.join(into, 'report.json'), path.join(into, 'report.xml')];
		const { status, output } = await check([...urlOptions(origin), '--json', json, '--junit', junit]);
		expect(status).toBe(1);
		expect(output).toContain(
			[
				'  DIFFERS    listLocs.total                         §2.3: listLocs carries total as a number',
				'             expected total: a number; got no such field',
				`             curl -i '${origin}/v2/loc/list'`,
			].join('\n'),
		);
		const report = JSON.parse(await readFile(json, 'utf8')) as Report;
		expect(report.counts.differs).toBeGreaterThan(0);
		const xml = await readFile(junit, 'utf8');
		expect(xml).toMatch(`failures="${report.counts.differs}"`);
		expect(xml).toMatch(`skipped="${report.counts['not tried']}"`);
		expect(xml).toMatch(/<testsuite name="2\.1 Event"/);
	});

	it('restores the event when the service fails during a write', async () => {
		let posts = 0;
		const fails = onRequest(({ method }) => {
			posts += method === 'POST' ? 1 : 0;
			if (method === 'POST' && posts === 2) throw new Dropped();
		});
		const tokens = await service.tokensToWrite();
		const joined = () => sandbox().call<WireEventList>('GET', `/v2/event/user_participated/${tokens.userId}`);
		const before = (await joined()).body.total;
		const report = await service.check(fails, { ...tokens, only: ['joinEvent.count'] });
		expect(report.results.map(({ verdict }) => verdict)).toEqual(['differs']);
		expect(posts).toBe(2);
		expect((await joined()).body.total).toBe(before);
	});

	it('shows no token, code or secret in its report', async () => {
		const code = await sandbox().code();
		const secrets: string[] = [code, demo.client_secret];
		const proxy = become(
			onResponse((response, request) => {
				if (!isToken(request)) return;
				const body = response.body as Record<string, unknown>;
				secrets.push(...[body.access_token, body.refresh_token].filter((token) => typeof token === 'string'));
				if (response.status === 200) response.status = 201;
				else body.msg = `unknown: ${request.query}`;
			}),
		);
		const into = await temporaryFolder();
		const files = ['json', 'junit'].map((name) => [name, path.join(into, `report.${name}`)] as const);
		const { output, status } = await check([
			...urlOptions(proxy),
			...application,
			...[`--code=${code}`, '--write', ...files.flatMap(([name, file]) => [`--${name}`, file])],
		]);
		expect(status).toBe(1);
		expect(secrets.length).toBeGreaterThan(2);
		const reports = await Promise.all(files.map(([, file]) => readFile(file, 'utf8')));
		const reported = [output, ...reports].join('');
		expect(secrets.filter((secret) => reported.includes(secret.slice(0, 15)))).toEqual([]);
	});

	it('reports that a report cannot be written', async () => {
		const json = path.join(await temporaryFolder(), 'no-such-folder', 'report.json');
		expect(await check([...urlOptions(sandbox().origin), '--json', json])).toMatchObject({
			status: 2,
			output: expect.stringContaining('--json: the report cannot be written'),
		});
	});

	it('reads secrets from files', async () => {
		const file = path.join(await temporaryFolder(), 'token');
		await writeFile(file, 'of-the-file\n');
		const { options } = readArguments([...urlOptions('http://127.0.0.1:9'), '--token', `@${file}`]);
		expect(options.token).toBe('of-the-file');
	});

	it('exits with status 2 and the reason when the service cannot be reached or the command line is wrong', async () => {
		const unreachable = await check(urlOptions('http://127.0.0.1:9'));
		expect(unreachable.status).toBe(2);
		expect(unreachable.output).toMatch(/^no response to GET \/v2\/loc\/list: .*ECONNREFUSED/);
		const wrong = [
			[['--base'], /--base/],
			[['--base-url', 'nowhere', '--auth-url', 'http://127.0.0.1:9'], /--base-url: expected/],
			[[...urlOptions('http://127.0.0.1:9'), '--client-id', 'key'], /go together/],
			[[...urlOptions('http://127.0.0.1:9'), '--token', '@/no/such/file'], /--token: cannot read/],
			[
				[...urlOptions('http://127.0.0.1:9'), '--token', 'abc', '--read-only-token', 'abc'],
				/--read-only-token: expected a different token/,
			],
		] as const;
		for (const [args, why] of wrong) expect(() => readArguments(args)).toThrow(why);
	});

	it.each([
		['cities', onBody('listLocs', (list) => Object.assign(list, { locs: [], total: 0, count: 0 }))],
		['events', onBody('listEvents', (list) => Object.assign(list, { events: [], total: 0, count: 0 }))],
	])('exits with status 2 after its report if the service lists no %s', async (what, change) => {
		const { status, output } = await check(urlOptions(become(change)));
		expect(output).not.toContain('DIFFERS');
		expect(output).toMatch(/\d+ not tried$/m);
		expect(output).toContain(`The service lists no ${what}: pass --loc, the id of a city that has events`);
		expect(status).toBe(2);
	});

	it('stops when the hourly limit is exhausted', async () => {
		const { origin } = await startTestSandbox({ anonymousLimit: 0 });
		await expect(runConformance({ baseUrl: origin, authUrl: origin })).rejects.toThrow(/limit/);
	});
});
