const defaultPorts = { single: 6379, sentinel: 26_379, cluster: 6379 } as const;

function readNode(text: string, defaultPort: number): { host: string; port: number } | null {
	const url = URL.parse(`redis://${text}`);
	if (url === null || url.hostname === '' || url.host.toLowerCase() !== text.toLowerCase()) return null;
	const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
	return { host, port: url.port === '' ? defaultPort : Number(url.port) };
}

function decoded(text: string | undefined): string | undefined | null {
	if (text === undefined || text === '') return undefined;
	try {
		return decodeURIComponent(text);
	} catch (error) {
		if (error instanceof URIError) return null;
		throw error;
	}
}

/**
 * Reads `redis://user:password@host:port/0`, `redis+sentinel://user:password@host:port,host:port/name/0`, or
 * `redis+cluster://user:password@host:port,host:port`; `rediss` instead of `redis` means TLS. Without a
 * suffix, several hosts mean a Cluster.
 * @returns null for anything else, and for a password with an unescaped `/`, `?` or `#`, which would become
 * part of a host name or path, and so appear in messages
 */
export function readRedisUrl(value: string) {
	const [, scheme, suffix, userInfo, hosts = '', path = ''] =
		/^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/?#\s]*)@)?([^@/?#\s]+)(\/[^@?#\s]*)?$/.exec(value) ?? [];
	if (scheme === undefined) return null;
	const kind = (suffix as 'sentinel' | 'cluster' | undefined) ?? (hosts.includes(',') ? 'cluster' : 'single');
	/** The Sentinels, or some nodes of a Cluster. */
	const nodes = hosts.split(',').map((host) => readNode(host, defaultPorts[kind]));
	if (!nodes.every((node) => node !== null)) return null;
	const [, name, secret] = /^([^:]*)(?::(.*))?$/s.exec(userInfo ?? '') ?? [];
	const [username, password] = [decoded(name), decoded(secret)];
	if (username === null || password === null) return null;
	const credentials = {
		...(username === undefined ? {} : { username }),
		...(password === undefined ? {} : { password }),
	};
	const common = { isEncrypted: scheme === 'rediss', userInfo, credentials };
	if (kind === 'single') return /^(\/\d*)?$/.test(path) ? { kind: 'single' as const, ...common } : null;
	if (kind === 'cluster') return /^\/?$/.test(path) ? { kind, nodes, ...common } : null;
	const [, service, database = '0'] = /^\/([\w.-]+)(?:\/(\d+))?$/.exec(path) ?? [];
	return service === undefined ? null : { kind, nodes, name: service, database: Number(database), ...common };
}
