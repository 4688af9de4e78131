/** Shows a render error until `page` changes. If offline, code may be missing: reloads when online again. */
import { Component, type ReactNode } from 'react';
import { m } from '../i18n/messages.ts';
import { isOffline } from '../shared/online.ts';
import { Button } from '../ui/button.tsx';
import controls from '../ui/controls.module.css';

const none = { failed: false, isOffline: false };

interface ErrorBoundaryProps {
	page?: string;
	children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, typeof none> {
	override state = none;
	readonly #reloadIfOffline = () => {
		if (this.state.isOffline) window.location.reload();
	};

	static getDerivedStateFromError() {
		return { failed: true, isOffline: isOffline() };
	}

	override componentDidMount() {
		window.addEventListener('online', this.#reloadIfOffline);
	}

	override componentDidUpdate({ page }: ErrorBoundaryProps) {
		if (page !== this.props.page && this.state.failed) this.setState(none);
	}

	override componentWillUnmount() {
		window.removeEventListener('online', this.#reloadIfOffline);
	}

	override render() {
		const { failed, isOffline: wasOffline } = this.state;
		if (!failed) return this.props.children;
		return (
			<div className={controls.notice} role="alert">
				<h2>{wasOffline ? m.error_offline() : m.app_broken_title()}</h2>
				<Button onTap={() => window.location.reload()}>{m.app_retry()}</Button>
			</div>
		);
	}
}
