/**
 * How long a client may take, in milliseconds, at the BFF and at the sandbox. Without these a client that sends nothing
 * keeps a connection for ever.
 */
export const connectionTimes = {
	fastify: {
		/** From the first byte of a request to the last of its body, which has 64 KB at most. */
		requestTimeout: 15_000,
		/** Without a byte in either direction. The longest waits are for a conformance check and for a delay of the sandbox. */
		connectionTimeout: 150_000,
		/** Between two requests. Longer than usual proxies wait, so that the proxy is the one that closes. */
		keepAliveTimeout: 72_000,
	},
	node: {
		headersTimeout: 10_000,
		/** How often the two times of a request are checked. */
		connectionsCheckingInterval: 2_000,
	},
} as const;
