/** Tells the tabs of this browser of a change of the session. Where channels are blocked or not supported, each tab is on its own. */

/** The channel that this tab listens to. What is sent through it does not arrive there. */
let listening: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel | null {
	if (typeof BroadcastChannel === 'undefined') return null;
	try {
		return new BroadcastChannel('daybill.session');
	} catch (error) {
		// SecurityError where storage is blocked.
		if (error instanceof DOMException) return null;
		throw error;
	}
}

/** Sends a message to the other tabs. @param message anything that can be cloned */
export function tellOtherTabs(message: unknown): void {
	const channel = listening ?? openChannel();
	channel?.postMessage(message);
	if (listening === null) channel?.close();
}

/** Calls `onMessage` with each message of the other tabs. One listener for a tab. @returns what ends it */
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
