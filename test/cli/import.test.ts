/** `daybill import`: the user's own calendar, read back from the sandbox. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startEmbeddedSandbox } from '../../src/cli/embedded-sandbox.ts';
import { importCalendar } from '../../src/cli/import.ts';
import type { WireEvent, WireEventList, WireLoc } from '../../src/contract/spec/resources.ts';
import { readSettings } from '../../src/servers/settings.ts';
import { startTestBff, temporaryFolder } from '../bff/start-bff.ts';
import { listen } from '../listen.ts';
import { startProgram } from '../program.ts';
import { seededFolder, startTestSandbox, type TestSandbox } from '../sandbox/start-sandbox.ts';
import { runCommand } from './run-command.ts';

const start = Date.now();
/** The date this many days from now, as `2026-11-25`. */
const day = (fromNow: number) => new Date(start + fromNow * 86_400_000).toISOString().slice(0, 10);
/** The same date in iCalendar's format, as `20261125`. */
const compact = (fromNow: number) => day(fromNow).replaceAll('-', '');

const calendarOf = (...events: readonly (readonly string[])[]) =>
	[
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		'PRODID:-//club//EN',
		'X-WR-CALNAME:Blue Café',
		'X-WR-TIMEZONE:Europe/Berlin',
		...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
		'END:VCALENDAR',
		'',
	].join('\r\n');

const concert = [
	'UID:concert@club',
	`DTSTART;TZID=Europe/Berlin:${compact(10)}T200000`,
	`DTEND;TZID=Europe/Berlin:${compact(10)}T223000`,
	'SUMMARY:Trio im Caf&eacute;',
	'LOCATION:Blue Café\\, Markt 1',
	'GEO:52.52;13.405',
	'CATEGORIES:Konzert',
	'ORGANIZER;CN=Anna Kirsch:mailto:anna@club.example',
	'URL:https://club.example/trio',
	'IMAGE;VALUE=URI:https://club.example/trio.jpg',
];
const fair = [
	'UID:fair@club',
	`DTSTART;VALUE=DATE:${compact(20)}`,
	`DTEND;VALUE=DATE:${compact(23)}`,
	'SUMMARY:Flohmarkt',
];
const jam = ['UID:jam@club', `DTSTART:${compact(5)}T190000Z`, 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:Jazz jam'];

const run = (dataDir: string, ...args: string[]) =>
	runCommand({ DATA_DIR: dataDir }, () => importCalendar(args));

async function calendarFile(text: string): Promise<string> {
	const file = path.join(await temporaryFolder(), 'club.ics');
	await writeFile(file, text);
	return file;
}

const startOn = (dataDir: string) => startTestSandbox({ database: path.join(dataDir, 'sandbox.sqlite') });

async function cityOf({ call }: TestSandbox, name: string): Promise<WireLoc | undefined> {
	const { body } = await call<{ locs: WireLoc[] }>('GET', '/v2/loc/list?count=100');
	return body.locs.find((loc) => loc.name === name);
}

async function eventsIn(sandbox: TestSandbox, city: string): Promise<WireEvent[]> {
	const loc = await cityOf(sandbox, city);
	return (await sandbox.call<WireEventList>('GET', `/v2/event/list?loc=${loc?.id}&count=100`)).body.events;
}
const titlesIn = async (sandbox: TestSandbox, city: string) =>
	(await eventsIn(sandbox, city)).map(({ title }) => title);

it('an imported calendar appears in the sandbox, with the details of its events', async () => {
	const dataDir = await temporaryFolder();
	const file = await calendarFile(
		calendarOf(concert, fair, jam, ['UID:secret', concert[1] ?? '', 'CLASS:PRIVATE', 'SUMMARY:Rehearsal']),
	);
	const program = startProgram(['src/cli/daybill.ts', 'import', file, '--city', 'Görlitz'], {
		environment: { DATA_DIR: dataDir },
	});
	expect(await program.ended).toBe(0);
	const output = program.output();
	expect(output).toContain('Görlitz, times of Europe/Berlin: 5 new events, 0 updated, 0 removed.');
	expect(output).toMatch(/Not imported:\n +1 {2}private: Rehearsal\n/);
	expect(output).toMatch(/Imported, but:\n +1 {2}without an end: Jazz jam\n/);

	const sandbox = await startOn(dataDir);
	expect(await cityOf(sandbox, 'Görlitz')).toMatchObject({ uid: 'gorlitz', habitable: 'yes' });
	const events = await eventsIn(sandbox, 'Görlitz');
	const titles = events.map(({ title }) => title).join(', ');
	expect(titles).toBe('Jazz jam, Jazz jam, Jazz jam, Trio im Café, Flohmarkt');
	expect(events[3]).toMatchObject({
		begin_time: `${day(10)} 20:00:00`,
		end_time: `${day(10)} 22:30:00`,
		address: 'Blue Café, Markt 1',
		geo: '52.520000 13.405000',
		category: 'music',
		owner: { name: 'Anna Kirsch' },
		alt: 'https://club.example/trio',
		image: 'https://club.example/trio.jpg',
		'image-hlarge': 'https://club.example/trio.jpg',
	});
	expect(JSON.stringify(events)).not.toContain('anna@club.example');
	// Without an organizer, the calendar is the owner; without an image, the event gets a generated poster.
	expect(events[4]).toMatchObject({
		owner: { name: 'Blue Café' },
		all_day: 'yes',
		end_time: `${day(23)} 00:00:00`,
		address: '',
		geo: '0 0',
	});
	const poster = await fetch(events[4]?.image ?? '');
	expect(poster.headers.get('content-type')).toBe('image/webp');
	expect((await fetch(`${sandbox.origin}/pages/events/${events[3]?.id}`)).status).toBe(200);
});

it('a second import updates events, and removes canceled and missing ones, but keeps the participants', async () => {
	const dataDir = await seededFolder();
	const file = await calendarFile(calendarOf(concert, fair, jam));
	await run(dataDir, file, '--city', 'Halle');
	const sandbox = await startOn(dataDir);
	const { id } = (await eventsIn(sandbox, 'Halle')).find(({ title }) => title === 'Trio im Café') ?? {};
	const { access_token: token } = await sandbox.issue('1001');
	expect((await sandbox.call('POST', `/v2/event/${id}/participants`, { token })).status).toBe(202);

	const renamed = concert.map((line) => line.replace('Trio im', 'Quartett im').replace('T200000', 'T193000'));
	const withoutOne = [...jam, `EXDATE:${compact(6)}T190000Z`];
	await writeFile(file, calendarOf(renamed, [...fair, 'STATUS:CANCELLED'], withoutOne));
	// The second import runs while the sandbox is running.
	const { output } = await run(dataDir, file, '--city', 'halle');
	expect(output).toContain('0 new events, 3 updated, 2 removed.');
	expect((await sandbox.call<WireEvent>('GET', `/v2/event/${id}`)).body).toMatchObject({
		title: 'Quartett im Café',
		begin_time: `${day(10)} 19:30:00`,
		participant_count: 1,
	});
	expect(await titlesIn(sandbox, 'Halle')).toEqual(['Jazz jam', 'Jazz jam', 'Quartett im Café']);

	await writeFile(file, calendarOf(withoutOne));
	expect((await run(dataDir, file, '--city', 'halle')).output).toContain('2 updated, 1 removed.');
	expect((await sandbox.call('GET', `/v2/event/${id}`)).status).toBe(400);
});

it('--only removes everything else, and the clock uses the given time zone', async () => {
	const dataDir = await seededFolder();
	const server = createServer((_request, response) => response.end(calendarOf(concert, fair)));
	onTestFinished(() => void server.close());
	const url = `http://127.0.0.1:${await listen(server)}/club.ics`;
	const { output } = await run(dataDir, url, '--city', 'Halle', '--zone', 'Pacific/Kiritimati', '--only');
	expect(output).toContain('Halle, times of Pacific/Kiritimati: 2 new events');

	const sandbox = await startOn(dataDir);
	const { body } = await sandbox.call<{ locs: WireLoc[] }>('GET', '/v2/loc/list');
	expect(body.locs.map(({ name }) => name)).toEqual(['Halle']);
	const all = await sandbox.call<WireEventList>('GET', '/v2/event/list?count=100');
	expect(all.body.events.map(({ title }) => title)).toEqual(['Trio im Café', 'Flohmarkt']);
	expect(all.body.events[0]?.begin_time).toBe(`${day(11)} ${all.body.events[0]?.begin_time.slice(11)}`);
	// The BFF with an embedded sandbox uses the imported time zone.
	const settings = readSettings({ DATA_DIR: dataDir, SANDBOX_PORT: '0' });
	const embedded = await startEmbeddedSandbox(settings);
	onTestFinished(() => embedded.sandbox?.close());
	expect(embedded.service.timeZone).toBe('Pacific/Kiritimati');
	// `--only` removes the events of the seed, but not its users.
	expect((await sandbox.issue('1001')).access_token).toEqual(expect.any(String));
});

it('a new city is shown within a minute while Daybill runs', async () => {
	const dataDir = await seededFolder();
	const embedded = await startEmbeddedSandbox(readSettings({ DATA_DIR: dataDir, SANDBOX_PORT: '0' }));
	onTestFinished(() => embedded.sandbox?.close());
	let now = start;
	const bff = await startTestBff('', { ...embedded.service, clock: () => now });
	const browser = bff.browser();
	const statuses = async () => [
		(await browser.get('/cities/orga')).status,
		(await browser.get('/feeds/cities/orga.ics')).status,
	];
	expect(await statuses()).toEqual([404, 404]);
	const imported = await run(dataDir, await calendarFile(calendarOf(concert)), '--city', 'Orga');
	expect(imported.output).toContain('within a minute');
	now += 19_000;
	await statuses();
	now += 41_000;
	expect(await statuses()).toEqual([200, 200]);
});

/** Lets a person join every event. */
async function joinAll(sandbox: TestSandbox, city: string): Promise<void> {
	const { access_token: token } = await sandbox.issue('1001');
	for (const { id } of await eventsIn(sandbox, city))
		expect((await sandbox.call('POST', `/v2/event/${id}/participants`, { token })).status).toBe(202);
}

const peopleIn = async (sandbox: TestSandbox, city: string) =>
	(await eventsIn(sandbox, city)).map(({ title, participant_count }) => `${title}: ${participant_count}`);

const evening = (uid: string, fromNow: number, title: string) => [
	...(uid === '' ? [] : [`UID:${uid}`]),
	`DTSTART;TZID=Europe/Berlin:${compact(fromNow)}T190000`,
	`SUMMARY:${title}`,
];

/** Imports these events into Halle, where a person joins all of them. */
async function startHalle(...events: string[][]) {
	const dataDir = await seededFolder();
	const file = await calendarFile(calendarOf(...events));
	const importFile = async (...args: string[]) => (await run(dataDir, ...args, '--city', 'Halle')).output;
	await importFile(file);
	const sandbox = await startOn(dataDir);
	await joinAll(sandbox, 'Halle');
	return {
		importFile,
		/** Imports the calendar again, with other events. @returns what the command prints */
		async again(after: string[][], ...args: string[]) {
			await writeFile(file, calendarOf(...after));
			return importFile(file, ...args);
		},
		people: () => peopleIn(sandbox, 'Halle'),
	};
}

it('an event keeps its people when an export changes UIDs, also in a file of another name', async () => {
	const before = [evening('1', 5, 'Games'), evening('', 6, 'Reading'), evening('3', 7, 'Walk')];
	const { importFile, again, people } = await startHalle(...before);
	const after = [evening('3', 5, 'Games'), evening('4', 6, 'Reading'), evening('', 7, 'Walk')];
	const renamed = await calendarFile(calendarOf(...after));
	expect(await importFile(renamed)).toContain(
		'3  recognized, although the UID or the time changed: Games, Reading, Walk',
	);
	expect(await people()).toEqual(['Games: 1', 'Reading: 1', 'Walk: 1']);
	await writeFile(renamed, calendarOf(evening('9', 5, 'Games'), evening('4', 6, 'Reading in hall B')));
	expect(await importFile(renamed)).toContain('2 updated, 1 removed');
	expect(await people()).toEqual(['Games: 1', 'Reading in hall B: 1']);
	// The same calendar, again under its first name.
	const download = [evening('9', 5, 'Games'), evening('4', 6, 'Reading in hall C')];
	expect(await again(download)).toContain('2 updated, 0 removed');
});

it('an event that several calendars of a city have stays as the first of them describes it', async () => {
	const dataDir = await seededFolder();
	const shared = (title: string) => evening('shared@google.com', 5, title);
	const club = await calendarFile(
		calendarOf(shared('Concert'), evening('a', 6, 'Quiz'), evening('b', -9, 'Past')),
	);
	const museum = await calendarFile(calendarOf(shared('Concert at the museum'), evening('c', 7, 'Tour')));
	await run(dataDir, club, '--city', 'Halle');
	const sandbox = await startOn(dataDir);
	await joinAll(sandbox, 'Halle');
	for (const calendar of [museum, club]) await run(dataDir, calendar, '--city', 'Halle');
	const again = (await run(dataDir, museum, '--city', 'Halle')).output;
	expect(again).toContain('0 new events, 1 updated, 0 removed.');
	expect(again).toContain('1  already in another calendar of the city: Concert at the museum');
	expect(await peopleIn(sandbox, 'Halle')).toEqual(['Concert: 1', 'Quiz: 1', 'Tour: 0']);
	// Once the first calendar no longer has the event, the other adds it.
	await writeFile(club, calendarOf(evening('a', 6, 'Quiz')));
	for (const calendar of [club, museum]) await run(dataDir, calendar, '--city', 'Halle');
	expect(await titlesIn(sandbox, 'Halle')).toEqual(['Concert at the museum', 'Quiz', 'Tour']);
});

it('an event that a calendar named later has published first is also in the earlier calendar', async () => {
	const dataDir = await seededFolder();
	const club = await calendarFile(calendarOf(evening('a', 6, 'Quiz')));
	const copy = await calendarFile(calendarOf(evening('b', 7, 'Canceled'), evening('c', 8, 'Talk')));
	const cities = ['--city', 'Halle'];
	await run(dataDir, club, copy, ...cities);
	await writeFile(club, calendarOf(evening('a', 6, 'Quiz'), evening('b', 7, 'Concert')));
	expect((await run(dataDir, club, copy, ...cities)).output).toContain('1 new events, 1 updated, 0 removed.');
});

it('a new calendar takes over another with mostly the same events, unless both are imported together', async () => {
	const dataDir = await seededFolder();
	const choir = calendarOf(evening('s', 15, 'Sing'), evening('h', 16, 'Hum'), evening('w', 17, 'Whistle'));
	const fewer = calendarOf(evening('s', 15, 'SOLD OUT: Sing'), evening('h', 16, 'Hum'));
	await run(dataDir, await calendarFile(choir), '--city', 'Jena');
	const sandbox = await startOn(dataDir);
	const { output } = await run(dataDir, await calendarFile(fewer), '--city', 'Jena');
	expect(output).toContain('0 new events, 2 updated, 1 removed.');
	expect(output).toContain(
		'3  from an earlier calendar that this one takes over, 1 of them removed: Sing, Hum, Whistle',
	);
	const [first, second] = [await calendarFile(choir), await calendarFile(fewer)];
	await run(dataDir, first, second, '--city', 'Gera');
	// The second calendar is no longer new, although all its events are in the first one.
	await run(dataDir, second, '--city', 'Gera');
	expect(await titlesIn(sandbox, 'Gera')).toEqual(['Sing', 'Hum', 'Whistle']);
});

it('people stay with a series whose hour or title changes, but not with another event at the same time', async () => {
	const choir = (time: string, title: string) => [
		'UID:ab@google.com',
		`DTSTART;TZID=Europe/Berlin:${compact(3)}T${time}`,
		'RRULE:FREQ=WEEKLY;COUNT=4',
		`SUMMARY:${title}`,
	];
	const yoga = (uid: string, title: string, room: string) => [...evening(uid, 4, title), `LOCATION:${room}`];
	const { again, people } = await startHalle(
		choir('190000', 'Choir'),
		yoga('1', 'Yoga for beginners', 'Room 1'),
	);
	await again([choir('193000', 'Choir'), yoga('2', 'Yoga for two', 'Room 7')]);
	await again([choir('193000', 'Choir rehearsal'), yoga('2', 'Yoga for two', 'Room 7')]);
	expect((await people()).toSorted()).toEqual([
		...new Array(4).fill('Choir rehearsal: 1'),
		'Yoga for two: 0',
	]);
});

it('what is over can be unpublished, and what is over or can not be read stays as it was', async () => {
	const past = [-12, -10].map((fromNow) => evening(`${fromNow}`, fromNow, `Day ${fromNow}`));
	const next = Array.from({ length: 12 }, (_, index) => evening(`n${index}`, index + 2, `Next ${index}`));
	const { again, people } = await startHalle(...past, ...next);
	const [, second = []] = past;
	const unreadable = ['UID:n0', 'DTSTART:None', 'SUMMARY:Next 0'];
	expect(await again([[...second, 'CLASS:PRIVATE'], unreadable, ...next.slice(1)])).toContain(
		'0 new events, 11 updated, 1 removed.',
	);
	expect((await people())[0]).toBe('Next 0: 1');
	expect(await again(next)).toContain('12 updated, 0 removed.');
});

it('a calendar that is suddenly short or empty removes most events only with --force', async () => {
	const events = Array.from({ length: 12 }, (_, index) => evening(`${index}`, index + 2, `Event ${index}`));
	const { again } = await startHalle(...events);
	expect(await again(events.slice(0, 1))).toContain(
		'Nothing was imported: 11 of 12 upcoming events are no longer in the calendar',
	);
	expect(await again(events.slice(0, 1), '--force')).toContain('1 updated, 11 removed.');
	expect(await again([])).toContain('the calendar has no event: if that is right, add --force');
	expect(await again([], '--force')).toContain('0 updated, 1 removed.');
});

it('another time zone is refused while it would shift the events of other calendars', async () => {
	const dataDir = await seededFolder();
	const [club, museum] = [await calendarFile(calendarOf(concert)), await calendarFile(calendarOf(fair))];
	await run(dataDir, club, '--city', 'Halle', '--zone', 'Europe/Berlin');
	const london = [museum, '--city', 'London', '--zone', 'Europe/London'];
	expect((await run(dataDir, ...london)).output).toBe(
		'Nothing was imported: Europe/London would shift the events of other calendars, which are in Europe/Berlin: leave out --zone, or add --force and import them again, for Halle\n',
	);
	expect((await run(dataDir, club, '--city', 'Halle', '--zone', 'Europe/London')).output).toContain(
		'1 updated',
	);
	expect((await run(dataDir, ...london)).output).toContain('1 new events');
	expect((await run(dataDir, club, ...london.with(2, 'Halle'), '--zone', 'UTC')).output).toContain(
		'times of UTC',
	);
});

it('two calendars with the same UIDs have their own events and people', async () => {
	const dataDir = await seededFolder();
	await run(dataDir, await calendarFile(calendarOf(evening('1', 5, 'Tree lighting'))), '--city', 'Anna');
	const sandbox = await startOn(dataDir);
	await joinAll(sandbox, 'Anna');
	const council = await calendarFile(calendarOf(evening('1', 6, 'Council')));
	for (const city of ['Berta', 'Anna']) await run(dataDir, council, '--city', city);
	await writeFile(council, calendarOf(evening('1', 5, 'Parade'), evening('2', 6, 'Council')));
	await run(dataDir, council, '--city', 'Anna');
	expect((await peopleIn(sandbox, 'Anna')).toSorted()).toEqual([
		'Council: 0',
		'Parade: 0',
		'Tree lighting: 1',
	]);
});

it('an import that can read less than nine tenths names the lines, and asks for --force', async () => {
	const dataDir = await seededFolder();
	const file = await calendarFile(calendarOf(concert, ['UID:2', 'DTSTART:None', 'SUMMARY:Lost']));
	const asked = await run(dataDir, file, '--city', 'Halle');
	expect(asked.status).toBe(1);
	expect(asked.output).toMatch(/without a readable start: write DTSTART:.*: Lost \(line 20: DTSTART:None\)/);
	expect(asked.output).toContain(
		"Nothing was imported: 1 of 2 events can't be read. Correct them, or add --force",
	);
	expect((await run(dataDir, file, '--city', 'Halle', '--force')).output).toContain('1 new events');
});

it('several calendars stay current, each in its city, and one that fails keeps its events', async () => {
	const dataDir = await seededFolder();
	let isDown = false;
	const server = createServer(({ url }, response) => {
		if (url === '/moved') return response.writeHead(302, { location: '/private-1f/club.ics' }).end();
		response.statusCode = isDown ? 403 : 200;
		response.setHeader('content-type', 'text/calendar; charset=iso-8859-1');
		return response.end(Buffer.from(calendarOf(evening('1', 5, 'Führung')), 'latin1'));
	});
	onTestFinished(() => void server.close());
	const origin = `http://127.0.0.1:${await listen(server)}`;
	const url = `${origin}/private-1f/club.ics`;
	const file = await calendarFile(calendarOf(concert));
	const calendars = [url, file, '--city', 'Halle', '--city', 'Jena', '--every', '1h'];
	/** One round of the imports. */
	const round = async () => {
		const program = startProgram(['src/cli/daybill.ts', 'import', ...calendars], {
			environment: { DATA_DIR: dataDir },
		});
		await program.untilPrinted(/Jena, times of/);
		await program.stop();
		// The path of a calendar's URL may be secret.
		expect(program.output()).not.toContain('private-1f');
		return program.output();
	};
	expect(await round()).toMatch(
		/Z Halle, from 127\.0\.0\.1:\d+\nHalle, times of Europe\/Berlin: 1 new events/,
	);
	isDown = true;
	expect(await round()).toMatch(
		/Warning: not updated.*status 403.*\n.*club.ics\nJena.*: 0 new events, 1 updated/,
	);
	const sandbox = await startOn(dataDir);
	expect(await titlesIn(sandbox, 'Halle')).toEqual(['Führung']);
	expect((await run(dataDir, url, file, '--city', 'A', '--every', '1s')).output).toContain(
		'--every: expected',
	);
	expect((await run(dataDir, `${origin}/moved`, '--city', 'Halle')).output).toBe(
		`Nothing was imported: the URL redirects to ${origin}: if that is expected, pass the new URL, which curl -I shows\n`,
	);
	for (const refused of [url.replace('//', '//anna:secret@'), 'https://club example/private-1f/club.ics'])
		expect((await run(dataDir, refused, '--city', 'Halle')).output).toMatch(
			/^Nothing was imported: a URL is invalid, or has a user name or password: [^/]*$/,
		);
});

it('a failed import changes nothing, and says why', async () => {
	const dataDir = await seededFolder();
	const page = await calendarFile('<!doctype html><title>Please sign in</title>');
	expect(await run(dataDir, page, '--city', 'Halle')).toEqual({
		status: 1,
		output:
			'Nothing was imported: this is not an iCalendar file, but a web page: look there for a link to iCal or .ics\n',
	});
	const missing = path.join(dataDir, 'missing.ics');
	expect((await run(dataDir, missing, '--city', 'Halle')).output).toBe(
		`Nothing was imported: there is no file ${missing}\n`,
	);
	const whole = await calendarFile(calendarOf(concert));
	expect((await run(dataDir, whole)).output).toContain('--city: missing');
	expect((await run(dataDir, whole, '--city', 'Halle', '--zone', 'Mars/Olympus')).output).toContain(
		'--zone: expected',
	);
	const large = await calendarFile(calendarOf([...concert, `DESCRIPTION:${'x'.repeat(21 * 1024 * 1024)}`]));
	expect((await run(dataDir, large, '--city', 'Halle')).output).toContain('larger than 20 MB');
	expect(await cityOf(await startOn(dataDir), 'Halle')).toBeUndefined();
});
