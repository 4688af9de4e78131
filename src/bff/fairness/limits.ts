/**
 * What one visitor may use, in numbers. A visitor is an IP address or an IPv6 /64. VISITOR_LIMITS sets the requests
 * per minute, VISITOR_CALLS the calls to the service per hour.
 */

/** A household may have a whole /48 (RFC 6177): its 65,536 visitors together may use as much as this many. */
export const visitorsPerNetwork = 4;

/** Open connections, except of trusted proxies. A browser opens up to six, and a school has one address. */
export const maxConnections = 256;

/** Requests per minute. `times…` are multiples of an address's requests in VISITOR_LIMITS. */
export const perMinute = {
	/** A page shows twenty images or more. */
	timesImages: 3,
	/** Signing in writes to disk and may cost a call. */
	timesSignIns: 1 / 20,
	/** For elements and scripts on other sites' pages: only embeds need them. */
	timesForeign: 1 / 4,
	rawCalls: 20,
	/** A visit sends one or two. */
	pageSpeedReports: 120,
};

/** Requests in progress, until their response is sent or their work has ended; more wait. */
export const requestsAtOnce = {
	pages: { running: 8, patienceMs: 10_000 },
	/** A browser opens six connections, people share addresses, and a page breaks if one file is missing. */
	files: { running: 16, patienceMs: 60_000 },
	/** Fewer are loaded at a time, see `images`. */
	images: { running: 16, patienceMs: 15_000 },
	/** From other sites' pages: they could otherwise take the places of the visitor's own requests. */
	foreign: { running: 4, patienceMs: 10_000 },
	/** Behind an untrusted proxy, probes share their address with visitors. */
	probes: { running: 8, patienceMs: 10_000 },
};

/** For each of these. Without a trusted proxy, an address's connections send fewer, so none is rejected. */
export const maxWaitingRequests = 2 * maxConnections;

/**
 * How long a rejected request, a probe and a closed connection keep their places: a flood of what costs the sender
 * nothing would otherwise run at full speed.
 */
export const pauseMs = 500;

/** Of the image pool. One decodes at a time, so two visitors' large images leave a decoder for others. */
export const images = {
	loading: { running: 4, waiting: 64 },
	decoding: { running: 1, waiting: 64 },
};

/** Tasks in a work queue. Counted by /48. */
export const tasks = { running: 1, waiting: 256 };

/**
 * Calls to the service in progress, by visitor or person. Waiting occupies no place in the queues that all share. The
 * wait is short, because other visitors may wait for the same read.
 */
export const callsAtOnce = { running: 8, waiting: 64, patienceMs: 2_000 };

/** Shares of an hour's calls (VISITOR_CALLS). */
export const hourly = {
	/** The rest is left for writes and sign-ins. */
	reads: 0.8,
	/** Other sites' pages can navigate and load embeds endlessly. */
	foreign: 0.4,
	/** A large city has a hundred pages to index. */
	search: 0.6,
	/** All shares shrink with the number of calls left to the server, down to this fraction. */
	least: 0.2,
	/** Signed-in people at one address together may use the calls of so many visitors: a household or small office. */
	timesPeople: 4,
	/** Bytes that each call may add to the shared cache: five visitors can't fill it in an hour. */
	storedBytes: 24 * 1024,
};
