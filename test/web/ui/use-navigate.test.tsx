// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { useNavigate } from '../../../src/web/ui/use-navigate.ts';

type Navigate = ReturnType<typeof useNavigate>;

function Page({ onRender }: { onRender: (navigate: Navigate) => void }) {
	const { pathname, search, state } = useLocation();
	onRender(useNavigate());
	return <p>{`${pathname}${search} ${JSON.stringify(state)}`}</p>;
}

/** Shows a page. @returns its `navigate`, and each one that it was given */
function open() {
	const given = new Set<Navigate>();
	render(
		<MemoryRouter initialEntries={['/cities']}>
			<Page onRender={(navigate) => given.add(navigate)} />
		</MemoryRouter>,
	);
	const [navigate] = given;
	if (navigate === undefined) throw new Error('nothing was rendered');
	return { navigate, given };
}

describe('going to another page', () => {
	it('opens its path and query, with what is kept with the step', () => {
		const { navigate } = open();
		act(() => navigate('/cities/berlin?q=jazz', { state: { keepsFocus: true } }));
		expect(screen.getByText('/cities/berlin?q=jazz {"keepsFocus":true}')).toBeDefined();
	});

	it('does not lead to another site', () => {
		const { navigate } = open();
		const others = [
			'//elsewhere.example/cities',
			'https://elsewhere.example',
			'\\\\elsewhere.example',
			'data:,',
		];
		for (const url of others) expect(() => navigate(url), url).toThrow('another site');
		expect(screen.getByText('/cities null')).toBeDefined();
	});

	it('takes the same function after each navigation, so that links need not render again', () => {
		const { navigate, given } = open();
		act(() => navigate('/settings'));
		expect(screen.getByText('/settings null')).toBeDefined();
		expect(given.size).toBe(1);
	});
});
