import '../ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyStoredTheme } from '../features/settings/theme.ts';
import { LocaleProvider, startLocale } from '../i18n/locale.tsx';
import { readPageData } from '../service/page-data.tsx';
import { App } from './app.tsx';
import { startOffline } from './offline.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lacks #root');
applyStoredTheme();
createRoot(root).render(
	<StrictMode>
		<LocaleProvider initial={startLocale()}>
			<App page={readPageData(document)} offline={startOffline()} />
		</LocaleProvider>
	</StrictMode>,
);
