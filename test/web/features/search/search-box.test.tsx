import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unfiltered } from '../../../../src/contract/list-filters.ts';
import { SearchBox } from '../../../../src/web/features/search/search-box.tsx';
import { pageOf } from '../../in-page.tsx';

it('the field keeps newer text when results for earlier text are rendered late', () => {
	const box = (q: string) => <SearchBox uid="beijing" filters={{ ...unfiltered, q }} />;
	const { rerender } = render(box(''), { wrapper: pageOf() });
	const field = screen.getByRole<HTMLInputElement>('searchbox');
	for (const words of ['jazz', 'jazz club']) {
		fireEvent.change(field, { target: { value: words } });
		fireEvent.blur(field);
	}
	rerender(box('jazz'));
	expect(field.value).toBe('jazz club');
});
