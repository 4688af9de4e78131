/**
 * The gap register: what the specification leaves open ("not shown"), the one answer that the sandbox gives, and what
 * the client accepts. Plain data; `docs/gaps.md` is written from it (`npm run docs`).
 */

export interface Gap {
	/** Name under which comments and tests speak of it. */
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
		gap: 'how the code comes back',
		sandbox:
			'`redirect_uri?code=…&state=…`; refusal `?error=access_denied&state=…` (RFC 6749 §4.1.2); with `response_type=token` both in the fragment',
		client: 'the same',
	},
	{
		id: 'sign-in-pages',
		section: '§4.1',
		gap: 'sign-in and consent',
		sandbox:
			'pages at paths of its own, working without scripts; a POST to the authorization endpoint itself is 101',
		client: 'follows wherever the service leads',
	},
	{
		id: 'implicit-grant',
		section: '§4.1',
		gap: 'what `response_type=token` gives',
		sandbox:
			'fragment with access_token, expires_in, state, service_user_id (RFC 6749 §4.2.2), no refresh token',
		client: 'not used by the app',
	},
	{
		id: 'expires-in-unit',
		section: '§2.5',
		gap: 'unit of expires_in',
		sandbox: 'seconds',
		client: 'seconds, counted from receipt; code 106 is what counts',
	},
	{
		id: 'default-scope',
		section: '§5',
		gap: 'scope when none is asked for',
		sandbox: 'event_basic_r',
		client: 'always asks (OAUTH_SCOPE)',
	},
	{
		id: 'which-call-needs-what',
		section: '§4.2',
		gap: 'which call needs a token and which scope',
		sandbox:
			'reads need none, but with a token it needs event_basic_r (else 108 or 109) and counts towards the limits; writes need event_basic_w',
		client: 'both: learns from 102 that a read is closed',
	},
	{
		id: 'paging',
		section: '§2.3, §4.2',
		gap: 'names and limits of paging',
		sandbox:
			'`start` from 0, default 0; `count` default 20, at most 100; wrong values are 113 naming the parameter',
		client: 'lists shorter than asked, a total that moves while paging, duplicates',
	},
	{
		id: 'participants-body',
		section: '§4.2',
		gap: 'body of the list of participants',
		sandbox: 'UserList',
		client: 'UserList, or the array under another name',
	},
	{
		id: 'flags',
		section: '§2',
		gap: 'words of yes/no flags',
		sandbox: '`yes` and `no`',
		client: 'yes/no, y/n, true/false, 1/0 in any case; anything else is shown as neither',
	},
	{
		id: 'time-zone',
		section: '§2.1',
		gap: 'zone of begin_time and end_time',
		sandbox: 'wall clock of the city; its clock is UTC+8',
		client:
			'shown as sent; EVENTS_TIME_ZONE names the zone where one is known, as that of the embedded sandbox is',
	},
	{
		id: 'body-of-202',
		section: '§4.2',
		gap: 'body of the 202 answers',
		sandbox: '`{}`',
		client: 'any body, or none',
	},
	{
		id: 'unknown-resource',
		section: '§7',
		gap: 'unknown event, city, user',
		sandbox: '400 with 107, 107, 121 and a detail after the colon',
		client: 'also 404',
	},
	{
		id: 'numeric-type',
		section: '§4.2',
		gap: 'numbers of `type`',
		sandbox:
			'0 all, 10 music, 11 drama, 12 exhibition, 13 salon, 14 party, 15 sports, 16 travel, 17 commonweal, 18 film, 19 others',
		client: 'sends words; shows unknown types as they come',
	},
	{
		id: 'loc-word',
		section: '§4.2',
		gap: '`loc` as identifier or short name',
		sandbox: 'both, in the filter and in `loc/:id`',
		client: 'sends identifiers; addresses of pages carry the short name',
	},
	{
		id: 'event-type',
		section: '§2.1',
		gap: "the event's own type in the answer",
		sandbox: '`category`, an extra field with the word',
		client: 'absent, or a word outside the list (`course`)',
	},
	{
		id: 'content',
		section: '§2.1',
		gap: 'form of `content`',
		sandbox:
			'text with line breaks; a few seeded events carry HTML with a script, an image and a link, as a live service does',
		client: 'text, or HTML of which a safe subset is shown (DOMPurify, in a chunk of its own); never run',
	},
	{
		id: 'image-names',
		section: '§2.1',
		gap: 'names of the large images',
		sandbox: '`image-hlarge`, `image-lmobile`',
		client: 'also `image_hlarge`, `image_lmobile`',
	},
	{
		id: 'own-relation',
		section: '§2.1',
		gap: 'own relation to an event',
		sandbox: 'not in the Event',
		client:
			'an extra `status` field if a service sends one; else derived from user_participated and user_wished of the signed-in user, read once and kept true by the mutations',
	},
	{
		id: 'repeated-write',
		section: '§3.2',
		gap: 'joining twice, leaving what one has not joined',
		sandbox: '202, no change of the count; joining again changes the date',
		client: 'the same',
	},
	{
		id: 'event-over',
		section: '§3.2',
		gap: 'joining or wishing an event that is over; a participate_date outside its days',
		sandbox: '400 with 999 and a detail (`unknown: the event is over`)',
		client: 'any error; the app offers neither',
	},
	{
		id: 'malformed-parameter',
		section: '§7',
		gap: 'a parameter that is there but malformed, comes twice, or is no UTF-8',
		sandbox: '400 with 113, naming it, and what it should be',
		client: 'any error',
	},
	{
		id: 'private-events',
		section: '§2.1',
		gap: 'who sees private events',
		sandbox: 'their owner and their participants; in no list of a city; 107 for everybody else',
		client: 'shows what it is given; in no preview, feed or sitemap',
	},
	{
		id: 'anonymous-limit',
		section: '§8',
		gap: 'limits on calls without a token',
		sandbox: 'none; SANDBOX_ANONYMOUS_LIMIT sets one by IP and hour (112)',
		client: "any: cached answers go on, then the signed-in caller's own budget",
	},
	{
		id: 'levels',
		section: '§5',
		gap: 'who gets which level',
		sandbox: 'the control API sets it, L1 by default',
		client: 'any',
	},
	{
		id: 'withdrawal',
		section: '§5, §7',
		gap: 'how a person withdraws consent',
		sandbox: 'a page of its own, `/sandbox/consents`; tokens of the application then get 103',
		client: 'signs out with the reason `access_revoked`',
	},
	{
		id: 'unreadable-request',
		section: '§7',
		gap: 'what no route can read: no HTTP, unknown methods, bodies that are neither form nor JSON, too large',
		sandbox: '400 with 101, 107 or 999 and a detail',
		client: 'sends none',
	},
	{
		id: 'source',
		section: '§7',
		gap: 'when 126 and 127 are sent',
		sandbox:
			'126 when a form of its own pages does not come from them; 127 only by the fault switch, since it signs in with no third party',
		client: 'a message for each',
	},
];
