import { expect, it } from 'vitest';
import { venueFirst } from '../../../src/contract/event/event.ts';

it.each([
	['北京 朝阳区 工体北路8号院 三里屯红馆', '三里屯红馆 · 朝阳区 工体北路8号院'],
	['北京 Andingmen, Fangjia Hutong 46, Hot Cat Hall', 'Hot Cat Hall · Andingmen, Fangjia Hutong 46'],
	['北京 三里屯红馆', '三里屯红馆'],
	['北京 Sanlitun Road 11', 'Sanlitun Road 11'],
	['Volkspark, Schleifweg 8, Halle', 'Volkspark, Schleifweg 8, Halle'],
	['北京', '北京'],
	['', ''],
])('an address is ordered from the venue to the street, without the city: %s', (address, expected) => {
	expect(venueFirst({ address, locName: '北京' })).toBe(expected);
});
