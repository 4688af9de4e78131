/** Shows a render error, with Retry. Offline, code may be missing, so it reloads the page once online again. */
import { Component, type ReactNode } from 'react';
import { m } from '../i18n/messages.ts';
import { isOffline } from '../shared/online.ts';
import { Button } from '../ui/button.tsx';
import controls from '../ui/controls.module.css';

const none = { failed: false, isOffline: false };

export class ErrorBoundary extends Component<{ children: ReactNode }, typeof none> {
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
