import { Link } from 'react-router';
import { m } from '../i18n/generated/messages.js';
import controls from '../ui/controls.module.css';
import { PageHeading } from '../ui/page-heading.tsx';

export function NotFoundPage() {
	return (
		<div className={controls.notice}>
			<PageHeading title={m.app_not_found_title()} />
			<p>{m.app_not_found_text()}</p>
			<Link className={controls.button} to="/cities">
				{m.app_to_start()}
			</Link>
		</div>
	);
}
