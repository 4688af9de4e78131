import { firefoxEngine } from './firefox.ts';
import { journeysIn } from './journeys.ts';

journeysIn(firefoxEngine, '10000077');
