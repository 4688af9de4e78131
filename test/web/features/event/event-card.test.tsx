// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { PageData } from '../../../../src/contract/bff-api/page-data.ts';
import { readEvent } from '../../../../src/contract/event/event.ts';
import { EventCard } from '../../../../src/web/features/event/event-card.tsx';
import { PageDataProvider } from '../../../../src/web/shared/page-data.tsx';

afterEach(cleanup);

const page = { settings: { time_zone: null }, today: null } as unknown as PageData;
const lastLineOf = (participant_count: number, wisher_count: number) => {
	const event = readEvent({ id: '1', title: 'An evening', participant_count, wisher_count });
	const { container } = render(
		<MemoryRouter>
			<QueryClientProvider client={new QueryClient()}>
				<PageDataProvider data={page}>
					<EventCard event={event} Badge={() => null} />
				</PageDataProvider>
			</QueryClientProvider>
		</MemoryRouter>,
	);
	return [...container.querySelectorAll('p')].at(-1)?.textContent;
};

it.each([
	[31, 12, '31 going · 12 interested'],
	[0, 12, '12 interested'],
	[1, 0, '1 going'],
	[0, 0, ''],
])(
	'a card says how many are going and interested, and nothing of nobody: %d and %d',
	(going, interested, text) => {
		expect(lastLineOf(going, interested)).toBe(text);
	},
);
