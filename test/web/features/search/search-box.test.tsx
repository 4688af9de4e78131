import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import type { PageData } from '../../../../src/contract/bff-api/page-data.ts';
import { readFilters } from '../../../../src/contract/paths.ts';
import { SearchBox } from '../../../../src/web/features/search/search-box.tsx';
import { PageDataProvider } from '../../../../src/web/shared/page-data.tsx';

/** Source of the day words. */
const page = { settings: { time_zone: null } } as unknown as PageData;

const Where = () => <p>{useLocation().search}</p>;

it('searches for the content of the field even if React has not seen it yet', async () => {
	render(
		<PageDataProvider data={page}>
			<MemoryRouter initialEntries={['/cities/beijing/search?day_type=week']}>
				<SearchBox uid="beijing" filters={readFilters(new URLSearchParams('day_type=week'))} />
				<Where />
			</MemoryRouter>
		</PageDataProvider>,
	);
	const field = screen.getByRole<HTMLInputElement>('searchbox');
	// Like text that was typed before the app started: no event reports it.
	Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'jazz');
	fireEvent.submit(field.form ?? field);
	expect(await screen.findByText(/q=jazz/)).toBeDefined();
});
