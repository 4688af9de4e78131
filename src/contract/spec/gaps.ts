/**
 * The gap register: what the specification leaves open, what the sandbox does there, and what the client accepts. `npm
 * run docs` generates `docs/gaps.md` from it.
 */

/** A question that the specification leaves open. */
export interface Gap {
	/** Name that comments and tests use. */
	readonly id: string;
	/** Section of the specification that leaves it open. */
	readonly section: string;
	readonly gap: string;
	readonly sandbox: string;
	readonly client: string;
}

export const gaps: readonly Gap[] = [
	{
		id: 'callback',
		section: '§4.1',
		gap: 'how the code gets to the callback URL',
		sandbox:
			'`redirect_uri?code=…&state=…`; if the user denies access, `?error=access_denied&state=…` (RFC 6749 §4.1.2)',
		client: 'the same',
	},
	{
		id: 'sign-in-pages',
		section: '§4.1',
		gap: 'sign-in and consent',
		sandbox: 'its own pages, without scripts; a POST fails with 101',
		client: 'any pages and redirects',
	},
	{
		id: 'implicit-grant',
		section: '§4.1',
		gap: 'the response for `response_type=token`',
		sandbox: 'fragment as in RFC 6749 §4.2.2, with `service_user_id`; asks for consent each time',
		client: 'not used by the app',
	},
	{
		id: 'expires-in-unit',
		section: '§2.5',
		gap: 'unit of expires_in',
		sandbox: 'seconds',
		client: 'seconds, counted from receipt; 106 takes precedence',
	},
	{
		id: 'default-scope',
		section: '§5',
		gap: 'scope of an authorization request without one',
		sandbox: 'event_basic_r',
		client: 'always sends one (OAUTH_SCOPE)',
	},
	{
		id: 'authorization-needs',
		section: '§4.2',
		gap: 'which call needs a token and which scope',
		sandbox:
			'reads need no token; a read with one needs event_basic_r (else 108 or 109) and counts toward the limits; writes need event_basic_w',
		client:
			'any: if a read without a token is rejected (102, 401, 403, a redirect), it uses the signed-in person’s token, or asks to sign in',
	},
	{
		id: 'identifiers',
		section: '§2',
		gap: 'characters and length of identifiers',
		sandbox: 'digits',
		client: 'any non-empty string, percent-encoded in URLs',
	},
	{
		id: 'absent-fields',
		section: '§2.1, §2.4',
		gap: 'whether every resource has every field',
		sandbox: 'all specified fields; `geo` is `0 0` for a few events without a place',
		client: 'any field but `id` may be absent or empty; without a short name, the identifier is used',
	},
	{
		id: 'paging',
		section: '§2.3, §4.2',
		gap: 'paging parameters and limits',
		sandbox:
			'`start` from 0, default 0; `count` default 20, at most 100; wrong values fail with 113, which names the parameter',
		client:
			'short pages, and up to two empty ones in a row; a smaller `count` or none (EVENTS_PAGE_SIZE), counting from 1 (EVENTS_PAGE_START), no paging; a total and elements that change meanwhile; duplicates',
	},
	{
		id: 'participants-body',
		section: '§4.2',
		gap: 'body of the list of participants',
		sandbox: 'UserList',
		client:
			'UserList; the array under another name (of several, the first with objects); a bare array; elements that are users or `{user, participate_date}`; or only counts',
	},
	{
		id: 'flags',
		section: '§2',
		gap: 'values of yes/no flags',
		sandbox: '`yes` and `no`',
		client:
			'yes/no, y/n, true/false, 1/0 in any case. An event with another value of `is_priv` is not public; an event without it is',
	},
	{
		id: 'time-zone',
		section: '§2.1',
		gap: 'zone of begin_time and end_time',
		sandbox: 'the city’s wall clock: UTC+8, or the zone of an import',
		client: 'any, shown as sent; EVENTS_TIME_ZONE can name it',
	},
	{
		id: 'end-time',
		section: '§2.1',
		gap: 'an end that is missing or not after the start',
		sandbox: 'no such events',
		client: 'runs until midnight, for at least four hours',
	},
	{
		id: 'all-day',
		section: '§2.1',
		gap: 'an event that has days but no hours',
		sandbox:
			'an extra field, `all_day`, with `yes`; `begin_time` is the midnight before the first day, `end_time` the midnight after the last',
		client:
			'the flag in any form, with an end at midnight, at 23:59 or missing; without the flag, the times as sent',
	},
	{
		id: 'nights',
		section: '§2.1, §4.2',
		gap: 'days of an event that ends after midnight',
		sandbox: 'in the lists of both days; participate_date may be either',
		client: 'an event of less than 24 hours that ends before noon the next day belongs to its first day',
	},
	{
		id: 'day-type',
		section: '§4.2',
		gap: 'what the `day_type` values mean',
		sandbox:
			'events that are not over: `week` is today and the next six days, `weekend` Saturday and Sunday, `future` all of them',
		client: 'any, such as a calendar week',
	},
	{
		id: 'status-default',
		section: '§4.2',
		gap: 'whether a user’s lists need `status`, what they return without it, and which status has events that have not begun',
		sandbox: 'without it, all events; `ongoing` is everything not over',
		client: 'always sends `status`',
	},
	{
		id: 'body-of-202',
		section: '§4.2',
		gap: 'body of the 202 responses; whether the write has taken effect by then',
		sandbox: '`{}`; yes',
		client:
			'any body, or none; the write may take effect up to 30 seconds later: until then, own lists include changes made with Daybill, and reads are cached for 3 seconds at most',
	},
	{
		id: 'unknown-resource',
		section: '§7',
		gap: 'unknown event, city, user',
		sandbox: '400: 107 for an event or a city, 121 for a user, with a detail',
		client: 'also 404, 410, 113, and 400 with 999 or a code outside the table: shows 404',
	},
	{
		id: 'error-status',
		section: '§7',
		gap: 'HTTP statuses of errors other than 400',
		sandbox: '400 for every code',
		client: 'any: the code decides, or the status if the code says nothing',
	},
	{
		id: 'numeric-type',
		section: '§4.2',
		gap: 'numeric `type` values',
		sandbox:
			'0 all, 10 music, 11 drama, 12 exhibition, 13 salon, 14 party, 15 sports, 16 travel, 17 commonweal, 18 film, 19 others',
		client: 'sends words; shows unknown types as they are',
	},
	{
		id: 'loc-word',
		section: '§4.2',
		gap: '`loc` as identifier or short name',
		sandbox: 'both, in the filter and in `loc/:id`',
		client: 'sends identifiers; page URLs have the short name if it is unique',
	},
	{
		id: 'event-type',
		section: '§2.1',
		gap: 'the type of an event in responses',
		sandbox: 'an extra field, `category`',
		client: 'absent, or any word (such as `course`)',
	},
	{
		id: 'extra-fields',
		section: '§2.1',
		gap: 'price, tags, opening hours and more exact type of an event',
		sandbox: 'extra fields of most events: `fee_str`, `price_range`, `tags`, `time_str`, `subcategory_name`',
		client:
			'absent, or any text: a price such as `免费`, `0`, `50-80` or a sentence; tags with commas, or an array; uses hours that are daily (`每天 10:00-18:00`)',
	},
	{
		id: 'content',
		section: '§2.1',
		gap: 'form of `content`',
		sandbox: 'text with line breaks; some events have HTML with a script, an image and a link',
		client: 'text, or HTML, of which it shows a safe subset',
	},
	{
		id: 'image-names',
		section: '§2.1',
		gap: 'names of the large images',
		sandbox: '`image-hlarge`, `image-lmobile`',
		client: 'also `image_hlarge`, `image_lmobile`',
	},
	{
		id: 'album-page',
		section: '§2.1',
		gap: 'an album’s page',
		sandbox: 'none',
		client: 'a link only if `album` is a URL',
	},
	{
		id: 'own-relation',
		section: '§2.1',
		gap: "the caller's relation to an event",
		sandbox: 'not in the Event',
		client:
			'an extra `status` field; else reads the user’s lists, once a minute at most, and adds changes made with Daybill',
	},
	{
		id: 'repeated-write',
		section: '§3.2',
		gap: 'joining twice, leaving an event that was not joined',
		sandbox: '202, the count stays; joining again changes the date',
		client:
			'the same, or any error that is not about tokens or limits: Daybill then looks for the change in the user’s lists; if joining again fails, the date stays',
	},
	{
		id: 'event-over',
		section: '§3.2',
		gap: 'joining or marking interest after the event; a participate_date outside its days',
		sandbox: '400 with 999 and a detail',
		client: 'any error; the app offers neither',
	},
	{
		id: 'malformed-parameter',
		section: '§7',
		gap: 'a parameter that is malformed, sent twice, or not UTF-8',
		sandbox: '400 with 113, naming it and the expected value',
		client: 'any error',
	},
	{
		id: 'private-events',
		section: '§2.1',
		gap: 'who sees private events',
		sandbox: 'owner, participants and invited users; 107 for everyone else; city lists lack them',
		client: 'shows them to those who may read them, never in public',
	},
	{
		id: 'anonymous-limit',
		section: '§8',
		gap: 'limits on calls without a token',
		sandbox: 'none; SANDBOX_ANONYMOUS_LIMIT sets one per IP address and hour (112)',
		client: "any: uses cached responses, then the signed-in person's limit",
	},
	{
		id: 'limit-headers',
		section: '§8',
		gap: 'case of header names; headers of calls that need no authorization',
		sandbox: 'as in the specification, on every call with a token',
		client: 'any case; optional',
	},
	{
		id: 'levels',
		section: '§5',
		gap: 'which application gets which level',
		sandbox: 'L1, unless the control API sets another',
		client: 'any',
	},
	{
		id: 'withdrawal',
		section: '§5, §7',
		gap: 'how a user withdraws consent',
		sandbox: 'its own page, `/sandbox/consents`; the application’s tokens then get 103',
		client: 'ends the session with the reason `access_revoked`',
	},
	{
		id: 'unreadable-request',
		section: '§7',
		gap: 'a request that is not HTTP, or has an unknown method, or a body that is too large or of another type',
		sandbox: '400 with 101, 107 or 999 and a detail',
		client: 'never sends such requests',
	},
	{
		id: 'source',
		section: '§7',
		gap: 'when 126 and 127 are sent',
		sandbox:
			'126 for a form from another page, and with status 421 for an unknown host name; 127 only as an injected fault',
		client: 'either, with a message for each',
	},
];
