/**
 * Limits on what one visitor may use. A visitor is an IPv4 address or an IPv6 /64. The operator sets the requests
 * per minute (VISITOR_LIMITS) and the calls to the service per hour (VISITOR_CALLS).
 */
import { maxConnections } from '../../servers/bounded-server.ts';

/** An IPv6 /48 may use as much as this many visitors. A household may have a whole one (RFC 6177), with 65,536 /64s. */
export const visitorsPerNetwork = 4;

/** Requests per minute of some kinds, as multiples of VISITOR_LIMITS. */
export const perMinute = {
	/** A page shows twenty images or more. */
	images: 3,
	/** Beginning a sign-in writes to the store. */
	signIns: 1 / 20,
	/** Requests from elements and scripts on other sites' pages: only embeds need any. */
	foreign: 1 / 4,
};

/**
 * A visitor's requests that run at a time. Others wait, at most for `patienceMs`. A request runs until its response is
 * sent or its client has disconnected: the limits on tasks, images and calls apply to work that goes on.
 */
export const requestsAtOnce = {
	pages: { running: 8, patienceMs: 10_000 },
	/** A browser opens six connections, people share addresses, and a page breaks if one file is missing. */
	files: { running: 16, patienceMs: 60_000 },
	/** Most are in memory. Of those that aren't, fewer are loaded at a time (see `images`). */
	images: { running: 16, patienceMs: 15_000 },
	/** Requests from other sites' pages have places of their own, so that they don't delay the visitor's own requests. */
	foreign: { running: 4, patienceMs: 10_000 },
	/** Health checks have places of their own: behind an untrusted proxy, they have the same address as visitors. */
	probes: { running: 8, patienceMs: 10_000 },
};

/** Requests of each kind that may wait: two for each of {@link maxConnections}, which a trusted proxy may exceed. */
export const maxWaitingRequests = 2 * maxConnections;

/** Images of one visitor. One is decoded at a time, so that two visitors' large images leave a decoder for others. */
export const images = {
	loading: { running: 4, waiting: 64 },
	decoding: { running: 1, waiting: 64 },
};

/** Tasks of a /48 or an IPv4 address in a work queue. */
export const tasks = { running: 1, waiting: 256 };

/**
 * Calls of one visitor or person to the service. Waiting calls take no place in the queues that everyone shares. They
 * wait only for a short time, because other visitors may wait for the same read.
 */
export const callsAtOnce = { running: 8, waiting: 64, patienceMs: 2_000 };

/** Shares of VISITOR_CALLS, from 0 to 1. */
export const hourly = {
	/** Once a visitor has used this share, only writes and sign-ins are left. */
	reads: 0.8,
	/** Searches may index cities until this share is used. A city may take a hundred calls. */
	search: 0.6,
	/** Other sites' pages, which can load any number of embeds, may cause calls until this share is used. */
	foreign: 0.4,
	/** The fewer calls the server has left, the smaller all shares become, down to this factor. */
	least: 0.2,
	/** All signed-in people at one address together may use the calls of this many visitors. */
	timesPeople: 4,
};
