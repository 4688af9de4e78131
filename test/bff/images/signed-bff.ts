import { createImageSignatures } from '../../../src/bff/image-urls/sign-images.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import type { BffSettings } from '../../../src/bff/settings.ts';
import { imageUrl } from '../../../src/contract/bff-api/images.ts';
import { respondTo } from '../fake-service.ts';
import { startSite } from '../start-site.ts';

/** A BFF with a key known to the test, in front of a fake service. */
export async function startSignedBff(settings: Partial<BffSettings> = {}) {
	const key = newSecret();
	const { service, bff } = await startSite({ sessionKeys: [key], ...settings });
	const { sign } = createImageSignatures([key]);
	/** Image proxy path, signed as the BFF signs it. @param source path at the service, or absolute URL */
	const pathOf = (source: string) => imageUrl(sign(URL.parse(source, service.origin)?.href ?? source), 96);
	return {
		service,
		bff,
		pathOf,
		/** Requests an image through the image proxy. */
		get: (source: string) => fetch(`${bff.origin}${pathOf(source)}`),
		/** Makes the service respond to `/image…` with these bytes. */
		serve(bytes: Uint8Array | string, type = 'image/jpeg') {
			service.handler = respondTo('/image', (response) =>
				response.writeHead(200, { 'content-type': type }).end(bytes),
			);
		},
		/** Paths of the images that were requested from the service. */
		fetched: () => service.calls.map(({ url }) => url).filter((url) => url.startsWith('/image')),
	};
}
