/** The browser's location, which jsdom lacks. */
import { onTestFinished } from 'vitest';

type Callbacks = [found: (position: object) => void, failed: (error: object) => void];

/** A location that the browser finds. */
export const at =
	(latitude: number, longitude: number) =>
	(...[found]: Callbacks): void =>
		found({ coords: { latitude, longitude } });

/** @param getCurrentPosition called by the app @param permission by default the browser would ask the user */
export function setGeolocation(
	getCurrentPosition: (...callbacks: Callbacks) => void,
	permission: PermissionState = 'prompt',
): void {
	const given = {
		geolocation: { getCurrentPosition },
		permissions: { query: async () => ({ state: permission }) },
	};
	for (const [name, value] of Object.entries(given))
		Object.defineProperty(navigator, name, { value, configurable: true });
	onTestFinished(() => {
		for (const name of Object.keys(given)) Reflect.deleteProperty(navigator, name);
	});
}
