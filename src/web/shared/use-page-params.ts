import { useLocation } from 'react-router';
import { type MatchedPage, matchPage } from '../../contract/paths.ts';

export function usePageParams(): MatchedPage['params'] {
	return matchPage(useLocation().pathname)?.params ?? {};
}
