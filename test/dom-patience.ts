/** Lets the tests of the web app wait for an element as long as other tests wait, instead of one second. */
import { withPatience } from './patience.ts';

if (typeof document !== 'undefined') {
	const { configure } = await import('@testing-library/react');
	configure({ asyncUtilTimeout: withPatience(20_000) });
}
