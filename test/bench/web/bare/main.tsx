/** A list of twenty titles with React, React Router and TanStack Query, rendered in the browser. */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link } from 'react-router';
import { RouterProvider } from 'react-router/dom';

interface Item {
	id: number;
	title: string;
}

const fetchList = async (): Promise<Item[]> => (await fetch('/list.json')).json();

function List() {
	const { data = [] } = useQuery({ queryKey: ['list'], queryFn: fetchList });
	return (
		<main>
			<h1>Events</h1>
			{data.map(({ id, title }) => (
				<p key={id}>
					<Link to={`/events/${id}`}>{title}</Link>
				</p>
			))}
		</main>
	);
}

const router = createBrowserRouter([{ path: '*', Component: List }]);

createRoot(document.querySelector('#root') as HTMLElement).render(
	<QueryClientProvider client={new QueryClient()}>
		<RouterProvider router={router} />
	</QueryClientProvider>,
);
