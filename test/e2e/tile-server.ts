/** A server of map tiles for all tests, so that maps show no random errors and request nothing from other machines. */
import { createServer } from 'node:http';
import { listen } from '../listen.ts';

/** A light gray image of one pixel. */
const tile = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12O4//gZAAVNAqkkGwZbAAAAAElFTkSuQmCC',
	'base64',
);

/** Environment variable with its origin, for the processes of the tests. */
const variable = 'DAYBILL_TILE_ORIGIN';

let started: Promise<string> | undefined;

async function start(): Promise<string> {
	const server = createServer((_request, response) =>
		response.writeHead(200, { 'content-type': 'image/png' }).end(tile),
	);
	// It ends with the process.
	server.unref();
	const origin = `http://127.0.0.1:${await listen(server)}`;
	process.env[variable] = origin;
	return origin;
}

/** Origin of the server, which the first process that needs it starts. Its tiles have the path `/{z}/{x}/{y}.png`. */
export async function tileOrigin(): Promise<string> {
	const known = process.env[variable];
	if (known !== undefined) return known;
	started ??= start();
	return started;
}
