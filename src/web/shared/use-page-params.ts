import { useLocation } from 'react-router';
import { type MatchedPage, matchPage } from '../../contract/paths.ts';

/** Decoded path parameters; empty if the path isn't a page's. */
export function usePageParams(): MatchedPage['params'] {
	return matchPage(useLocation().pathname)?.params ?? {};
}
