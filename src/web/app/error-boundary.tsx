/** An error in one part of the app is shown in its place, with a way to try again; the rest stays. Without a network, it is that code is missing. */
import { Component, type ReactNode } from 'react';
import { m } from '../i18n/generated/messages.js';
import { isOffline } from '../shared/online.ts';
import controls from '../ui/controls.module.css';

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
	override state = { failed: false };

	static getDerivedStateFromError() {
		return { failed: true };
	}

	override render() {
		if (!this.state.failed) return this.props.children;
		return (
			<div className={controls.notice} role="alert">
				<h2>{isOffline() ? m.error_network() : m.app_broken_title()}</h2>
				<button type="button" className={controls.button} onClick={() => window.location.reload()}>
					{m.app_retry()}
				</button>
			</div>
		);
	}
}
