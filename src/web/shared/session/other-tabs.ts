/** Broadcasts session changes to other tabs, if the browser supports `BroadcastChannel`. */

/** The listener's channel also sends, because a channel does not receive its own messages. */
let listening: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel | null {
	if (typeof BroadcastChannel === 'undefined') return null;
	try {
		return new BroadcastChannel('daybill.session');
	} catch (error) {
		// SecurityError if storage is blocked.
		if (error instanceof DOMException) return null;
		throw error;
	}
}

export function tellOtherTabs(message: unknown): void {
	const channel = listening ?? openChannel();
	channel?.postMessage(message);
	if (listening === null) channel?.close();
}

/** Supports one listener per tab. @returns a function that unsubscribes */
export function listenToOtherTabs(onMessage: (message: unknown) => void): () => void {
	const channel = openChannel();
	if (channel === null) return () => undefined;
	channel.addEventListener('message', ({ data }) => onMessage(data));
	listening = channel;
	return () => {
		if (listening === channel) listening = null;
		channel.close();
	};
}
