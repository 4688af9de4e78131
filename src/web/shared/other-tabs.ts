/** Messages between the tabs of this browser. Where they are blocked or not supported, each tab is on its own. */

export type ChannelName = 'daybill.session' | 'daybill.attendance';

/** Channels that this tab listens to. What is sent through one of them does not arrive there. */
const listening = new Map<ChannelName, BroadcastChannel>();

function openChannel(name: ChannelName): BroadcastChannel | null {
	if (typeof BroadcastChannel === 'undefined') return null;
	try {
		return new BroadcastChannel(name);
	} catch (error) {
		// SecurityError where storage is blocked.
		if (error instanceof DOMException) return null;
		throw error;
	}
}

/** Sends a message to the other tabs. @param message anything that can be cloned */
export function tellOtherTabs(name: ChannelName, message: unknown): void {
	const open = listening.get(name);
	const channel = open ?? openChannel(name);
	channel?.postMessage(message);
	if (open === undefined) channel?.close();
}

/** Calls `onMessage` with each message of the other tabs. One listener for a channel. @returns what ends it */
export function listenToOtherTabs(name: ChannelName, onMessage: (message: unknown) => void): () => void {
	const channel = openChannel(name);
	if (channel === null) return () => undefined;
	channel.addEventListener('message', ({ data }) => onMessage(data));
	listening.set(name, channel);
	return () => {
		if (listening.get(name) === channel) listening.delete(name);
		channel.close();
	};
}
