// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { createQueryClient } from '../../../src/web/shared/query-client.ts';
import { useVisitorPosition } from '../../../src/web/shared/visitor-position.ts';

it('a position is the same object in every render, so that the map keeps its marker', () => {
	onTestFinished(() => sessionStorage.clear());
	sessionStorage.setItem('daybill.position', '39.900 116.400');
	const client = createQueryClient();
	const { result, rerender } = renderHook(useVisitorPosition, {
		wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
	});
	const first = result.current;
	expect(first).toEqual({ latitude: 39.9, longitude: 116.4 });
	rerender();
	expect(result.current).toBe(first);
});
