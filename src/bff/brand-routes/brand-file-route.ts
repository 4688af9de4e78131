/** `/brand/:version/:file`: logo, icons, fonts and manifest of the brand. */
import type { FastifyInstance } from 'fastify';
import { serverPatterns } from '../../contract/paths.ts';
import type { CurrentBrand } from '../brand/brand.ts';
import { keptForAYear } from '../http/cache-control.ts';
import { ProblemError } from '../http/problem.ts';
import { svgPolicy } from '../http/security-headers.ts';

export function addBrandFileRoute(app: FastifyInstance, brand: CurrentBrand): void {
	app.get<{ Params: { version: string; file: string } }>(serverPatterns.brandFile, async (request, reply) => {
		const { version, files } = brand();
		const file = files.get(request.params.file);
		if (file === undefined) throw new ProblemError('not_found', 'There is nothing at this URL.');
		const isCurrent = request.params.version === version;
		return reply
			.header('content-security-policy', svgPolicy)
			.header('cache-control', isCurrent ? keptForAYear : 'no-cache')
			.type(file.type)
			.send(file.body);
	});
}
