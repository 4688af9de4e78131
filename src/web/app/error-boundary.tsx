import { Component, type ReactNode, useEffect } from 'react';
import { m } from '../i18n/messages.ts';
import { isOffline } from '../shared/online.ts';
import { Button } from '../ui/button.tsx';

const reload = () => window.location.reload();

/**
 * Replaces a page that failed to render. If it failed offline, code may be missing, so it reloads once back online.
 */
function Broken({ wasOffline }: { wasOffline: boolean }) {
	useEffect(() => {
		if (!wasOffline) return;
		window.addEventListener('online', reload);
		return () => window.removeEventListener('online', reload);
	}, [wasOffline]);
	return (
		<div className="notice" role="alert">
			<h2>{wasOffline ? m.error_offline() : m.app_broken_title()}</h2>
			<Button onTap={reload}>{m.app_retry()}</Button>
		</div>
	);
}

interface ErrorBoundaryProps {
	page?: string;
	children: ReactNode;
}

/** Shows a render error until `page` changes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: ReactNode }> {
	override state = { failure: null };

	static getDerivedStateFromError() {
		return { failure: <Broken wasOffline={isOffline()} /> };
	}

	override componentDidUpdate({ page }: ErrorBoundaryProps) {
		if (page !== this.props.page && this.state.failure !== null) this.setState({ failure: null });
	}

	override render() {
		return this.state.failure ?? this.props.children;
	}
}
