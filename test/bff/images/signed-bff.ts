import { createImageSignatures } from '../../../src/bff/image-urls/image-signatures.ts';
import { newSecret } from '../../../src/bff/session/encryption.ts';
import type { BffSettings } from '../../../src/bff/settings.ts';
import { imageUrl } from '../../../src/contract/bff-api/images.ts';
import { type FakeService, respondTo, startFakeService } from '../fake-service.ts';
import { startTestBff, type TestBff } from '../start-bff.ts';

export interface SignedBff {
	service: FakeService;
	bff: TestBff;
	/** Image proxy path for an image of the service, signed as the BFF signs it. @param source path or absolute URL */
	pathOf(source: string): string;
	/** Requests an image of the service through the image proxy. */
	get(source: string): Promise<Response>;
	/** Makes the service respond to `/image…` with these bytes. */
	serve(bytes: Uint8Array | string, type?: string): void;
	/** Paths of the images that were requested from the service. */
	fetched(): string[];
}

/** A BFF with a key known to the test, in front of a fake service. */
export async function startSignedBff(settings: Partial<BffSettings> = {}): Promise<SignedBff> {
	const key = newSecret();
	const service = await startFakeService();
	const bff = await startTestBff(service.origin, { sessionKeys: [key], ...settings });
	const { sign } = createImageSignatures([key]);
	const pathOf = (source: string) => imageUrl(sign(URL.parse(source, service.origin)?.href ?? source), 96);
	return {
		service,
		bff,
		pathOf,
		get: (source) => fetch(`${bff.origin}${pathOf(source)}`),
		serve(bytes, type = 'image/jpeg') {
			service.handler = respondTo('/image', (response) =>
				response.writeHead(200, { 'content-type': type }).end(bytes),
			);
		},
		fetched: () => service.calls.map(({ url }) => url).filter((url) => url.startsWith('/image')),
	};
}
