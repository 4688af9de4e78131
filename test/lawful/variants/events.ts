/** Services whose events carry their fields in another form (Spec §2.1). */
import { copyOf, type Fields, inOrder, type Middleware, type ServiceRequest } from '../service/messages.ts';
import { eventsIn, isEventList, isRead, operationOf } from '../service/operation.ts';
import type { Variant } from '../variant.ts';
import { numberOf, onEvents, onLocs, onResponse, onUsers, watchOwners } from './changes.ts';

const flagNames = ['is_priv', 'has_invited', 'can_invite'] as const;

/** Flags in other words. @param write a value for yes and no; undefined leaves the field out */
const flagsAs = (write: (isYes: boolean) => unknown): Middleware => {
	const change = (fields: Fields, name: string) => {
		const value = write(fields[name] === 'yes');
		if (value === undefined) delete fields[name];
		else fields[name] = value;
	};
	return inOrder(
		onEvents((event) => {
			for (const name of flagNames) change(event, name);
		}),
		onLocs((loc) => change(loc, 'habitable')),
	);
};

const html = (title: unknown) =>
	`<div class="intro"><span style="color:red">${String(title)}</span><br/><br/><p>Tom &amp; Jerry &lt;live&gt;</p>` +
	'<img src="https://images.example/1.jpg" onerror="alert(1)"><a href="https://tickets.example/">Tickets</a><br>' +
	'<iframe src="https://player.example/embed/1"></iframe><script>window.wasRun=true</script></div>';

/** A caller's own relation to an event, as an extra field of the event by itself. */
const ownStatus = (words: { participants: string; wishers: string }): Middleware => {
	const { watch, ownerOf } = watchOwners();
	return inOrder(watch, async (request, next) => {
		const response = await next(copyOf(request));
		const owner = ownerOf(request.token);
		if (operationOf(request) !== 'getEvent' || owner === undefined || response.status !== 200)
			return response;
		for (const relation of ['participants', 'wishers'] as const) {
			const people = copyOf(request, { path: [...request.path, relation], token: undefined });
			people.query.set('count', '100');
			const { users = [] } = (await next(people)).body as { users?: { id: unknown }[] };
			const isOwn = users.some(({ id }) => id === owner);
			if (isOwn) {
				(response.body as Fields).status = words[relation];
				break;
			}
		}
		return response;
	});
};

/** Applies where a call carries a body of data. */
const onBodies = (change: (body: unknown, request: ServiceRequest) => unknown): Middleware =>
	onResponse((response, request) => {
		if (response.status === 200 && isRead(operationOf(request)))
			response.body = change(response.body, request);
	});

/** Counters and numbers of paging as strings, at any depth. */
const numbersAsTexts = (value: unknown): unknown => {
	if (typeof value === 'number') return String(value);
	if (Array.isArray(value)) return value.map(numbersAsTexts);
	if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, numbersAsTexts(each)]));
};

const flags = (name: string, words: string, yes: string, no: string): Variant => ({
	name: `flags-${name}`,
	does: `Flags are ${words}.`,
	gaps: ['flags'],
	create: () => flagsAs((isYes) => (isYes ? yes : no)),
});

const event = (
	name: string,
	gaps: readonly string[],
	does: string,
	change: (event: Fields) => void,
): Variant => ({
	name,
	does,
	gaps,
	section: '§2.1',
	create: () => onEvents(change),
});

/** What a brief list says of an event. */
const briefFields = new Set([
	...['id', 'title', 'begin_time', 'end_time', 'loc_id', 'loc_name', 'category'],
	...['participant_count', 'wisher_count', 'is_priv'],
]);

/** Checks of the elements of event lists. */
const eventLists = ['listEvents', 'listCreatedEvents', 'listParticipatedEvents', 'listWishedEvents'].map(
	(name) => `${name}.events`,
);

/** Every second event, by its identifier. */
const isEven = (event: Fields) => numberOf(event.id) % 2 === 0;

const words = ['音乐', '电影', '戏剧'];

export const eventVariants: readonly Variant[] = [
	flags('y-n', '`Y` and `N`', 'Y', 'N'),
	flags('true-false', 'the texts `true` and `false`', 'true', 'false'),
	flags('1-0', 'the texts `1` and `0`', '1', '0'),
	event('geo-empty', ['absent-fields'], 'Half of the events have an empty `geo`.', (each) => {
		if (isEven(each)) each.geo = '';
	}),
	event(
		'image-empty',
		['absent-fields'],
		'Half of the events have no poster: the three fields are empty.',
		(each) => {
			if (isEven(each)) Object.assign(each, { image: '', 'image-hlarge': '', 'image-lmobile': '' });
		},
	),
	event('geo-far-away', ['absent-fields'], 'Half of the events lie at `0 0`.', (each) => {
		if (isEven(each)) each.geo = '0 0';
	}),
	event('texts-empty', ['content', 'absent-fields'], 'Events have neither a text nor an address.', (each) => {
		Object.assign(each, { content: '', address: '', album: '' });
	}),
	event(
		'content-html',
		['content'],
		'The text of every event is HTML, with a script and a frame.',
		(each) => {
			each.content = html(each.title);
		},
	),
	event('title-with-markup', [], 'Titles hold quotes, angle brackets and an ampersand.', (each) => {
		each.title = `"Tom & Jerry" <b>'live'</b> ]]> ${String(each.title)}`;
	}),
	event('category-absent', ['event-type'], 'Events do not carry their type.', (each) => {
		delete each.category;
	}),
	event(
		'category-unknown',
		['event-type'],
		'Events carry types outside the list, such as `course`.',
		(each) => {
			if (isEven(each)) each.category = 'course';
		},
	),
	event('category-named', ['event-type'], 'Events carry the name of their type in Chinese.', (each) => {
		each.category = words[numberOf(each.id) % words.length];
	}),
	event('category-number', ['event-type'], 'Events carry the number of their type.', (each) => {
		each.category = 10;
	}),
	event('image-both-names', ['image-names'], 'The large images come under both names.', (each) => {
		each.image_hlarge = each['image-hlarge'];
		each.image_lmobile = each['image-lmobile'];
	}),
	event('extra-fields', [], 'Events carry many more fields, some of them null.', (each) => {
		Object.assign(each, {
			...{
				label: null,
				tags: '',
				time_str: '2018.07.29 周日 起',
				price_range: '80.00 - 280.00',
				fee_str: '80元起',
			},
			...{
				has_ticket: false,
				subcategory_name: '小型现场',
				url: each.alt,
				uri: `events://event/${String(each.id)}`,
			},
			status: null,
		});
	}),
	{
		name: 'lists-brief',
		does: 'Events in lists carry their title, times, city and counters, and nothing more.',
		gaps: ['absent-fields'],
		departs: eventLists,
		create: () =>
			onResponse((response, request) => {
				if (!isEventList(operationOf(request))) return;
				for (const each of eventsIn(request, response))
					for (const name of Object.keys(each)) if (!briefFields.has(name)) delete each[name];
			}),
	},
	{
		name: 'own-status-in-chinese',
		does: "An event that is read with a token carries the caller's own relation in `status`: `要参加` or `感兴趣`.",
		gaps: ['own-relation'],
		create: () => ownStatus({ participants: '要参加', wishers: '感兴趣' }),
	},
	{
		name: 'own-status-in-english',
		does: "An event that is read with a token carries the caller's own relation in `status`: `joined` or `wished`.",
		gaps: ['own-relation'],
		create: () => ownStatus({ participants: 'joined', wishers: 'wished' }),
	},
	{
		name: 'users-without-avatar',
		does: 'People have neither an avatar nor a page nor an alias.',
		gaps: ['absent-fields'],
		create: () => onUsers((user) => Object.assign(user, { avatar: '', alt: '', uid: '' })),
	},
	{
		...event(
			'image-underscores',
			['image-names'],
			'The large images are called `image_hlarge` and `image_lmobile`.',
			(each) => {
				each.image_hlarge = each['image-hlarge'];
				each.image_lmobile = each['image-lmobile'];
				delete each['image-hlarge'];
				delete each['image-lmobile'];
			},
		),
		departs: ['event.image-hlarge', 'event.image-lmobile', ...eventLists],
	},
	{
		name: 'flags-absent',
		does: 'There are no flags.',
		gaps: ['flags', 'absent-fields'],
		create: () => flagsAs(() => undefined),
	},
	{
		name: 'flags-boolean',
		does: 'Flags are JSON booleans.',
		gaps: ['flags'],
		departs: [
			'event.is_priv',
			'event.has_invited',
			'event.can_invite',
			'loc.habitable',
			'listLocs.locs',
			...eventLists,
		],
		create: () => flagsAs((isYes) => isYes),
	},
	event('owner-absent', ['absent-fields'], 'Events have no owner.', (each) => {
		delete each.owner;
	}),
	event('end-absent', ['absent-fields', 'end-time'], 'Events have no end.', (each) => {
		delete each.end_time;
	}),
	event('end-is-begin', ['end-time'], 'Events of one evening end when they begin.', (each) => {
		const [begin, end] = [each.begin_time, each.end_time].map((time) => Date.parse(String(time)));
		if (Number(end) - Number(begin) < 86_400_000) each.end_time = each.begin_time;
	}),
	event('album-is-url', ['album-page'], 'The album of an event is the URL of a page.', (each) => {
		each.album = `https://images.example/albums/${String(each.album)}`;
	}),
	{
		name: 'numbers-as-texts',
		does: 'Counters and the numbers of paging are texts.',
		gaps: [],
		section: '§2',
		departs: [
			'event.participant_count',
			'event.wisher_count',
			/^list\w+\.(count|start|total|events|users|locs|first-page|all-pages|count-meaning|paging)$/,
		],
		create: () => onBodies(numbersAsTexts),
	},
];
