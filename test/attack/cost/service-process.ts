/**
 * A service in a process of its own whose responses cost as much to read as a service's or a writer's texts can make them:
 * long lists, long texts in every form that has been a problem, and images that are large for their bytes. It prints
 * `ready <port>` on standard output.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setPriority } from 'node:os';
import sharp from 'sharp';
import { eventTypes } from '../../../src/contract/spec/filters.ts';
import { cities, events, imageFiles, userId } from './service-data.ts';

/** `isLight`: the same forms, in sizes that show what a route responds with, not what that costs. */
const { isLight = false } = JSON.parse(process.argv[2] ?? '{}') as { isLight?: boolean };
const times = (count: number) => (isLight ? Math.ceil(count / 100) : count);

const loc = (index: number) => ({
	id: `${index}`,
	name: `城市 ${index}`,
	uid: index === 0 ? 'beijing' : `city-${index}`,
	parent: 'china',
	habitable: 'yes',
});

const user = (id: string) => ({
	id,
	uid: `user-${id}`,
	name: `人 ${id}`.repeat(10),
	avatar: `http://${host()}/images/avatar-${id}.png`,
	alt: `http://${host()}/users/${id}`,
});

/** Text that has been slow to read: tags that never end, entities, Chinese, links, and images. */
const text = [
	'<p>一场关于城市与声音的夜晚，欢迎所有人参加。</p>'.repeat(times(40)),
	'<script'.repeat(times(200)),
	'<'.repeat(times(1_000)),
	'&amp;&#x4e2d;'.repeat(times(200)),
	'https://tickets.example/?a=b,c '.repeat(times(50)),
	'<img src="https://img.example/a.png">'.repeat(times(20)),
	'\n \n '.repeat(times(500)),
].join('');

const event = (id: string, content: string) => {
	const day = `2026-12-${String(1 + (id.length % 20)).padStart(2, '0')}`;
	return {
		id,
		title: `A long night of music, 音乐之夜 ${id}`.repeat(3),
		content,
		begin_time: `${day} 19:00:00`,
		end_time: `${day} 23:00:00`,
		address: `朝阳区某条很长的路 ${id}`,
		geo: `39.${id.length} 116.${id.length}`,
		loc_id: '0',
		loc_name: '北京',
		owner: user(userId),
		participant_count: 12,
		wisher_count: 34,
		album: '1',
		image: `http://${host()}/images/poster-${id}.png`,
		'image-hlarge': `http://${host()}/images/large-${id}.png`,
		alt: `http://${host()}/events/${id}`,
		is_priv: 'no',
		has_invited: 'no',
		can_invite: 'no',
		category: eventTypes[1 + (id.length % 10)],
	};
};

/** One of a list's pages, whatever its filters. */
function listOf<Item>(url: URL, total: number, name: string, item: (index: number) => Item) {
	const start = Number(url.searchParams.get('start') ?? 0);
	const count = Math.max(0, Math.min(Number(url.searchParams.get('count') ?? 20), total - start));
	return { count, start, total, [name]: Array.from({ length: count }, (_, index) => item(start + index)) };
}

const send = (response: ServerResponse, status: number, body: unknown) =>
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Images of one colour: 25 million pixels in a few kilobytes, and one that is no image at all. */
const side = times(5_000);
const bomb = { width: side, height: side, channels: 3, background: '#a63' } as const;
const images: Record<(typeof imageFiles)[number], Buffer> = {
	'bomb.png': await sharp({ create: bomb }).png().toBuffer(),
	'bomb.webp': await sharp({ create: bomb }).webp({ lossless: true, effort: 0 }).toBuffer(),
	'bomb.avif': await sharp({ create: { ...bomb, width: times(3_000), height: times(3_000) } })
		.avif({ effort: 0 })
		.toBuffer(),
	'bomb.gif': await sharp({ create: bomb }).gif({ effort: 1 }).toBuffer(),
	'noise.jpg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(times(9_000_000), 'x')]),
};

let lastToken = 0;

const server = createServer((request, response) => {
	const url = new URL(request.url ?? '/', 'http://service.invalid');
	const path = url.pathname;
	request.resume();
	const file = path.split('/').at(-1) ?? '';
	if (path.startsWith('/images/')) {
		const name = imageFiles.find((each) => file.endsWith(each)) ?? 'bomb.png';
		return response.writeHead(200, { 'content-type': 'image/png' }).end(images[name]);
	}
	if (path === '/service/auth2/token') {
		lastToken += 1;
		return send(response, 200, {
			access_token: `access-${lastToken}`,
			refresh_token: `refresh-${lastToken}`,
			expires_in: 604_800,
			service_user_id: userId,
		});
	}
	if (request.method !== 'GET') return send(response, 202, {});
	if (path === '/v2/loc/list') return send(response, 200, listOf(url, times(cities), 'locs', loc));
	if (path.startsWith('/v2/loc/')) return send(response, 200, loc(0));
	if (/^\/v2\/event\/(list$|user_)/.test(path))
		return send(
			response,
			200,
			listOf(url, times(events), 'events', (index) => event(`e${index}`, text)),
		);
	if (/^\/v2\/event\/[^/]+\/\w+$/.test(path))
		return send(
			response,
			200,
			listOf(url, times(1_000), 'users', (index) => user(`${index}`)),
		);
	const id = decodeURIComponent(file);
	if (id === 'big') return send(response, 200, event(id, `${text}${'<b>字</b>'.repeat(times(500_000))}`));
	return send(response, 200, event(id, text));
}).listen(0, '127.0.0.1');
await once(server, 'listening');

function host(): string {
	const address = server.address();
	return typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : '';
}

// A service has processors of its own; here it must not take those of the server that is measured.
setPriority(10);
process.stdout.write(`ready ${host().split(':')[1]}\n`);
process.on('SIGTERM', () => process.exit(0));
