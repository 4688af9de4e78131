/** How long a client may take, in milliseconds: a silent client would keep its connection forever. */
export const connectionTimes = {
	fastify: {
		/** From the first byte of a request to the last of its body, which is at most 64 KB. */
		requestTimeout: 15_000,
		/** Without a byte in either direction. Conformance checks and the sandbox's `delay_ms` take longest. */
		connectionTimeout: 150_000,
		/** Between two requests. Longer than most proxies' timeout, so that the proxy closes first. */
		keepAliveTimeout: 72_000,
	},
	node: {
		headersTimeout: 10_000,
		/** How often `requestTimeout` and `headersTimeout` are checked. */
		connectionsCheckingInterval: 2_000,
	},
} as const;
