/**
 * An error in one part of the app is shown in its place, with a way to try again; the rest stays. Without a network, it is that
 * code is missing, and the page is loaded again when the network is back.
 */
import { Component, type ReactNode } from 'react';
import { m } from '../i18n/messages.ts';
import { isOffline } from '../shared/online.ts';
import controls from '../ui/controls.module.css';

const none = { failed: false, isOffline: false };

export class ErrorBoundary extends Component<{ children: ReactNode }, typeof none> {
	override state = none;
	readonly #goOn = () => {
		if (this.state.isOffline) window.location.reload();
	};

	static getDerivedStateFromError() {
		return { failed: true, isOffline: isOffline() };
	}

	override componentDidMount() {
		window.addEventListener('online', this.#goOn);
	}

	override componentWillUnmount() {
		window.removeEventListener('online', this.#goOn);
	}

	override render() {
		const { failed, isOffline: lacksNetwork } = this.state;
		if (!failed) return this.props.children;
		return (
			<div className={controls.notice} role="alert">
				<h2>{lacksNetwork ? m.error_offline() : m.app_broken_title()}</h2>
				<button type="button" className={controls.button} onClick={() => window.location.reload()}>
					{m.app_retry()}
				</button>
			</div>
		);
	}
}
