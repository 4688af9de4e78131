import sharp from 'sharp';
import { expect, it } from 'vitest';
import { startSignedBff } from './signed-bff.ts';

it('an image of a public event is shown by other sites, such as readers of feeds', async () => {
	const { bff, pathOf, serve } = await startSignedBff();
	serve(
		await sharp({ create: { width: 9, height: 9, channels: 3, background: '#a33' } })
			.png()
			.toBuffer(),
	);
	const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' };
	const response = await fetch(`${bff.origin}${pathOf('/image.png')}`, { headers });
	expect(response.status).toBe(200);
	expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
