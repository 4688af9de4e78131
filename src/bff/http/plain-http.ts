/** Settings that send secrets over connections that others can read: allowed, since a test network may need them, and logged. */

import { isLoopbackName } from '../../servers/host-names.ts';
import type { BffSettings } from '../settings.ts';

/** Whether a URL is http, and not of this machine. */
function isPlainElsewhere(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	return protocol === 'http:' && !isLoopbackName(hostname);
}

/** A sentence for each such setting, with the risk. */
export function plainHttpWarnings({
	publicUrl,
	eventsBaseUrl,
	eventsAuthUrl,
}: Pick<BffSettings, 'publicUrl' | 'eventsBaseUrl' | 'eventsAuthUrl'>): string[] {
	const risks: [name: string, url: string, risk: string][] = [
		[
			'PUBLIC_URL',
			publicUrl,
			'Session cookies are not Secure, and anyone on the network can take over sessions.',
		],
		[
			'EVENTS_BASE_URL',
			eventsBaseUrl,
			'Anyone on the network between here and the service can read access tokens.',
		],
		[
			'EVENTS_AUTH_URL',
			eventsAuthUrl,
			'Anyone on the network can read passwords, codes, tokens and the client secret.',
		],
	];
	return risks
		.filter(([, url]) => isPlainElsewhere(url))
		.map(([name, , risk]) => `${name} is http: and not of this machine. ${risk} Use https:.`);
}
