import { useLocation } from 'react-router';
import { type MatchedPage, matchPage } from '../../contract/paths.ts';

/** What the path of the present page names, decoded; empty when it is no page. */
export function usePageParams(): MatchedPage['params'] {
	return matchPage(useLocation().pathname)?.params ?? {};
}
