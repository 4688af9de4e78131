/** Programs that the tests start, besides Node: where they are, and how each kind of system installs them. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

type Manager = 'apt-get' | 'dnf' | 'pacman' | 'zypper' | 'apk' | 'brew' | 'winget';

export interface Program {
	/** Names of the executable file; the first that is found is taken. */
	names: readonly string[];
	/** Variable with the path of the executable file, which comes before everything else. */
	override: string;
	/** Package of Debian. Other systems use the same name unless `packages` has another. */
	debianPackage: string;
	packages?: Partial<Record<Manager, string>>;
	/** Another way to install it. */
	otherwise?: string;
	/** Where the executable file is when it is not in a folder of PATH. */
	places?: (environment: Environment) => readonly (string | undefined)[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const redis: Program = {
	names: ['redis-server', 'valkey-server', 'memurai'],
	override: 'REDIS_SERVER_PATH',
	debianPackage: 'redis-server',
	packages: {
		dnf: 'valkey',
		pacman: 'valkey',
		zypper: 'redis',
		apk: 'redis',
		brew: 'redis',
		winget: 'Memurai.MemuraiDeveloper',
	},
};

/** Makes a certificate for the test of an encrypted connection. */
export const openssl: Program = { names: ['openssl'], override: 'OPENSSL_PATH', debianPackage: 'openssl' };

export const firefox: Program = {
	names: ['firefox-esr', 'firefox'],
	override: 'FIREFOX_PATH',
	debianPackage: 'firefox-esr',
	packages: {
		dnf: 'firefox',
		pacman: 'firefox',
		zypper: 'MozillaFirefox',
		apk: 'firefox-esr',
		brew: '--cask firefox',
		winget: 'Mozilla.Firefox.ESR',
	},
	places: (environment) => [
		'/Applications/Firefox.app/Contents/MacOS/firefox',
		...['PROGRAMFILES', 'PROGRAMFILES(X86)'].flatMap((name) =>
			environment[name] === undefined ? [] : path.join(environment[name], 'Mozilla Firefox/firefox.exe'),
		),
	],
};

export const webkitDriver: Program = {
	names: ['WebKitWebDriver'],
	override: 'WEBKIT_DRIVER_PATH',
	debianPackage: 'webkit2gtk-driver',
};

export const xvfb: Program = { names: ['Xvfb'], override: 'XVFB_PATH', debianPackage: 'xvfb' };

/** Checks the alert rules. */
export const promtool: Program = {
	names: ['promtool'],
	override: 'PROMTOOL_PATH',
	debianPackage: 'prometheus',
};

/** Stands in front of several processes in `npm run fleet`. */
export const haproxy: Program = { names: ['haproxy'], override: 'HAPROXY_PATH', debianPackage: 'haproxy' };

const installers: Record<Manager, (packages: string) => string> = {
	'apt-get': (packages) => `sudo apt-get install --no-install-recommends ${packages}`,
	dnf: (packages) => `sudo dnf install ${packages}`,
	pacman: (packages) => `sudo pacman -S ${packages}`,
	zypper: (packages) => `sudo zypper install ${packages}`,
	apk: (packages) => `sudo apk add ${packages}`,
	brew: (packages) => `brew install ${packages}`,
	winget: (packages) => `winget install ${packages}`,
};

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** The file of a command in a folder of PATH. On Windows its name has an ending. */
function onPath(name: string, environment: Environment): string | undefined {
	const folders = (environment.PATH ?? environment.Path ?? '').split(path.delimiter);
	const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
	return folders
		.filter((folder) => folder !== '')
		.flatMap((folder) => endings.map((ending) => path.join(folder, name + ending)))
		.find(isExecutable);
}

/** @returns the path of its executable file, undefined where there is none */
export function findProgram(
	{ names, override, places }: Program,
	environment: Environment = process.env,
): string | undefined {
	return (
		environment[override] ||
		names.map((name) => onPath(name, environment)).find((file) => file !== undefined) ||
		places?.(environment).find((file) => file !== undefined && isExecutable(file))
	);
}

/** The system's package manager, undefined for an unknown one. */
export function packageManager(environment: Environment = process.env): Manager | undefined {
	const managers = Object.keys(installers) as Manager[];
	return managers.find((name) => onPath(name, environment) !== undefined);
}

/** What to do about missing programs on this system, in a sentence. */
export function remedyOf(missing: readonly Program[], environment: Environment = process.env): string {
	const overrides = missing.map(({ override }) => override).join(', ');
	const orPath = `or set ${overrides} to the path of the executable file`;
	const manager = packageManager(environment);
	const packageOf = ({ debianPackage, packages }: Program) =>
		(manager === undefined ? undefined : packages?.[manager]) ?? debianPackage;
	if (manager === undefined) return `Install ${missing.map(packageOf).join(' and ')}, ${orPath}.`;
	const install = installers[manager];
	// One command each where a package has options of its own.
	const commands = missing.some((each) => packageOf(each).startsWith('-'))
		? missing.map((each) => install(packageOf(each)))
		: [install(missing.map(packageOf).join(' '))];
	const others = missing.flatMap(({ otherwise }) => (otherwise === undefined ? [] : [`, or ${otherwise}`]));
	return `Run \`${commands.join('` and `')}\`${others.join('')}, ${orPath}.`;
}

/** @returns the path of its executable file @throws Error with the remedy where there is none */
export function pathOf(program: Program): string {
	const found = findProgram(program);
	if (found === undefined) throw new Error(`${program.debianPackage} is missing. ${remedyOf([program])}`);
	return found;
}
