import { expect, it } from 'vitest';
import { startFakeService } from '../fake-service.ts';
import { startTestBff } from '../start-bff.ts';

it('has no file of another build: 404, which nothing caches', async () => {
	const service = await startFakeService();
	const bff = await startTestBff(service.origin);
	const response = await bff.browser().get('/assets/page-BqX81c.js');
	expect(response.status).toBe(404);
	expect(response.headers.get('cache-control')).toBe('no-store');
});
