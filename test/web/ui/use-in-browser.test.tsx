import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useInBrowser } from '../../../src/web/ui/use-in-browser.ts';

interface PartProps {
	inBrowser: string;
	onRender: (value: string) => void;
}

function Part({ inBrowser, onRender }: PartProps) {
	const value = useInBrowser(() => inBrowser, 'server');
	onRender(value);
	return value;
}

it('renders a component again after hydration only if the browser’s value differs', () => {
	const onRender = vi.fn<PartProps['onRender']>();
	const page = ['server', 'browser'].map((each) => <Part key={each} inBrowser={each} onRender={onRender} />);
	const container = document.createElement('div');
	container.innerHTML = renderToString(page);
	onRender.mockClear();
	render(page, { container, hydrate: true });
	expect(onRender.mock.calls.flat()).toEqual(['server', 'server', 'browser']);
});
