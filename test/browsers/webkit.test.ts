import { describe } from 'vitest';
import { needsWebkit } from '../programs.ts';
import { journeysIn } from './journeys.ts';
import { webkitEngine } from './webkit.ts';

describe.runIf(needsWebkit)('', () => journeysIn(webkitEngine, '10000078'));
