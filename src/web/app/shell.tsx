/** Layout of all pages: header, main navigation and footer. */
import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import type { PublicBrand } from '../../contract/bff-api/brand.ts';
import { pagePatterns } from '../../contract/paths.ts';
import { m } from '../i18n/messages.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useSession } from '../shared/session/session-provider.tsx';
import { SignInButton } from '../shared/session/sign-in-button.tsx';
import { useOnline } from '../shared/use-online.ts';
import { lazyOrNothing } from '../ui/lazy-component.tsx';
import { Loading } from '../ui/placeholders.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { MainNavigation } from './main-navigation.tsx';
import css from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { useLinks, usePageChange } from './use-page-change.ts';

const AccountMenu = lazyOrNothing(() => import('../features/session/account-menu.tsx'), 'AccountMenu');

/** The logos, or the name in two parts. The link around them has the name for screen readers. */
function BrandMark({ brand: { logos, wordmark } }: { brand: PublicBrand }) {
	const [first, second] = wordmark;
	return logos.length > 0 ? (
		logos.map(({ scheme, ...logo }) => <img key={logo.src} {...logo} alt="" data-logo={scheme} />)
	) : (
		<>
			{first}
			<span>{second}</span>
		</>
	);
}

function SessionMenu() {
	const { userId } = useSession();
	return (
		<span className={css.session} data-unknown={userId === undefined || undefined}>
			{typeof userId === 'string' ? <AccountMenu userId={userId} /> : <SignInButton />}
		</span>
	);
}

/** Marks the page as hydrated; must be inside the page's Suspense boundary. */
function Hydrated() {
	useEffect(() => document.querySelector('script[data-waiting]')?.removeAttribute('data-waiting'), []);
	return null;
}

export function Shell({ children }: { children: ReactNode }) {
	const { pathname, search } = useLocation();
	const { brand } = usePageData().settings;
	const isOnline = useOnline();
	useLinks();
	usePageChange();
	return (
		<div className={css.shell}>
			<a className={`screen ${css.skip}`} href="#main">
				{m.app_skip()}
			</a>
			<header className={css.header}>
				<a className={`target ${css.wordmark}`} dir="auto" href={pagePatterns.home} aria-label={brand.name}>
					<BrandMark brand={brand} />
				</a>
				<MainNavigation />
				<div className={`screen ${css.nav}`}>
					<a className="target" href={pagePatterns.cities}>
						{m.app_cities()}
					</a>
					<SessionMenu />
				</div>
			</header>
			<main id="main" tabIndex={-1} className={css.main}>
				{/* The key discards a page's state when the path changes. */}
				<Suspense key={pathname} fallback={<Loading />}>
					<ErrorBoundary page={search}>{children}</ErrorBoundary>
					<Hydrated />
				</Suspense>
			</main>
			{!isOnline && (
				<p className={`screen ${css.offline}`} role="status">
					{m.app_offline()}
				</p>
			)}
			<footer className={`screen ${css.footer}`}>
				<a className="target" href={pagePatterns.settings}>
					{m.words_settings()}
				</a>
				<Shortcuts />
				{brand.surfaces.includes('developers') && (
					<a className="target" href={pagePatterns.developers}>
						{m.words_developers()}
					</a>
				)}
				{brand.links.map(({ label, href }) => (
					<a key={href} className="target" href={href}>
						{label}
					</a>
				))}
				{brand.notes.map((note) => (
					<p key={note}>{note}</p>
				))}
			</footer>
		</div>
	);
}
