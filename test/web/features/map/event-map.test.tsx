import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { startApp } from '../../start-app.tsx';

it('going to the user’s location offers to search the area, as moving the map does', async () => {
	const app = await startApp();
	const coords = { latitude: 39.9, longitude: 116.4 };
	const getCurrentPosition = (onPosition: (position: object) => void) => onPosition({ coords });
	Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
	onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'));
	await app.open('/cities/beijing?day_type=week&view=map');
	const ask = await screen.findByRole('button', { name: 'Use my location' });
	expect(screen.queryByRole('button', { name: 'Search this area' })).toBeNull();
	fireEvent.click(ask);
	await screen.findByRole('button', { name: 'Search this area' });
});
