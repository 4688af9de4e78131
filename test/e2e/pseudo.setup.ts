/** Builds the web app in the pseudo-locale before the tests that look at it. */
import { test } from '@playwright/test';
import { buildPseudo } from '../pseudo/build.ts';

test('the web app is built in the pseudo-locale', () => buildPseudo());
