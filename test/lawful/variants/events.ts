/** Services whose events have their fields in a different form (Spec §2.1). */
import { copyOf, type Fields, inOrder, isFields, type Middleware } from '../service/messages.ts';
import { isList, operationOf } from '../service/operation.ts';
import type { Variant } from '../variant.ts';
import { numberOf, onEvents, onLocs, onResponse, watchOwners } from './changes.ts';

const flagNames = ['is_priv', 'has_invited', 'can_invite'] as const;

/** Flags with different values. */
const flagsAs = (write: (isYes: boolean) => unknown): Middleware => {
	const change = (fields: Fields, name: string) => {
		fields[name] = write(fields[name] === 'yes');
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

const statusWords = { participants: '要参加', wishers: '感兴趣' } as const;

/** A caller's own relation to an event, as an extra field of a single event. */
function ownStatus(): Middleware {
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
				(response.body as Fields).status = statusWords[relation];
				break;
			}
		}
		return response;
	});
}

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

/** Checks of the elements of event lists. */
const eventLists = ['listEvents', 'listCreatedEvents', 'listParticipatedEvents', 'listWishedEvents'].map(
	(name) => `${name}.events`,
);

/** Every second event, by id. */
const isEven = (event: Fields) => numberOf(event.id) % 2 === 0;

export const eventVariants: readonly Variant[] = [
	{
		name: 'flags-1-0',
		does: 'Flags are the strings `1` and `0`.',
		gaps: ['flags'],
		create: () => flagsAs((isYes) => (isYes ? '1' : '0')),
	},
	event(
		'content-html',
		['content'],
		'The text of every event is HTML, with a script and a frame; titles contain quotes and brackets.',
		(each) => {
			each.content = html(each.title);
			each.title = `"Tom & Jerry" <b>'live'</b> ]]> ${String(each.title)}`;
		},
	),
	event(
		'category-unknown',
		['event-type'],
		'Half of the events have a type that is not in the specification, the others have none.',
		(each) => {
			if (isEven(each)) each.category = 'course';
			else delete each.category;
		},
	),
	{
		name: 'flags-absent',
		does: 'Events have no flags but additional fields, some of them null; the count of a list is the requested one.',
		gaps: ['absent-fields', 'paging'],
		create: () =>
			inOrder(
				onEvents((each) => {
					for (const name of flagNames) delete each[name];
					Object.assign(each, {
						...{ label: null, tags: '', time_str: '2018.07.29 周日 起', price_range: '80.00 - 280.00' },
						...{ has_ticket: false, subcategory_name: '小型现场', uri: `events://event/${String(each.id)}` },
					});
				}),
				onResponse(({ status, body }, request) => {
					if (status === 200 && isList(operationOf(request)) && isFields(body))
						body.count = Number(request.query.get('count') ?? 20);
				}),
			),
	},
	{
		name: 'own-status-in-chinese',
		does: "A single event that is read with a token has the caller's own relation in `status`: `要参加` or `感兴趣`.",
		gaps: ['own-relation'],
		create: ownStatus,
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
	event('owner-absent', ['absent-fields'], 'Events have no owner.', (each) => {
		delete each.owner;
	}),
	event('end-absent', ['absent-fields', 'end-time'], 'Events have no end.', (each) => {
		delete each.end_time;
	}),
	event('album-is-url', ['album-page'], 'The album of an event is the URL of a page.', (each) => {
		each.album = `https://images.example/albums/${String(each.album)}`;
	}),
];
