import { act, render } from '@testing-library/react';
import { Suspense, use } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Poster } from '../../../src/web/ui/poster.tsx';

const poster = (name: string) => (
	<Poster source={`https://images.example/${name}.webp`} alt="" sizes="40vw" type={null} mark="A" day="1" />
);

const image = () => document.querySelector('img');

/** Records the attributes that are set on images outside the document. */
function watchOutside(): Set<string> {
	const names = new Set<string>();
	const set = Element.prototype.setAttribute;
	vi.spyOn(Element.prototype, 'setAttribute').mockImplementation(function (this: Element, name, value) {
		if (this instanceof HTMLImageElement && !this.isConnected) names.add(name.toLowerCase());
		set.call(this, name, value);
	});
	return names;
}

function Waiting({ until }: { until: Promise<void> }) {
	use(until);
	return null;
}

describe('the image of a poster', () => {
	it('gets its source only in the document, because Chromium never frees images that were not attached', async () => {
		const outside = watchOutside();
		const { promise, resolve } = Promise.withResolvers<void>();
		await act(() =>
			render(
				<Suspense>
					{poster('first')}
					<Waiting until={promise} />
				</Suspense>,
			),
		);
		expect(image()).toBeNull();
		expect(outside).toContain('loading');
		await act(async () => resolve());
		expect(image()?.src).toContain('first.webp');
		expect(image()?.srcset).toContain('first.webp');
		expect(image()?.sizes).toBe('40vw');
		for (const name of ['src', 'srcset', 'sizes']) expect(outside).not.toContain(name);
	});

	it('changes with the poster', () => {
		const { rerender } = render(poster('first'));
		rerender(poster('second'));
		expect(image()?.src).toContain('second.webp');
		expect(image()?.srcset).toContain('second.webp');
		expect(image()?.srcset).not.toContain('first.webp');
	});
});
