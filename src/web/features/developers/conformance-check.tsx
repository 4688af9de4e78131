/** The conformance check (docs/integrating.md): a button for the embedded sandbox, the command for any other service. */
import { useMutation } from '@tanstack/react-query';
import type { ConformanceReport } from '../../../contract/bff-api/conformance.ts';
import { bffPatterns } from '../../../contract/paths.ts';
import { callBff } from '../../shared/call.ts';
import { ErrorText } from '../../shared/error-text.tsx';
import { usePageData } from '../../shared/page-data.tsx';
import { Button } from '../../ui/button.tsx';
import css from './developers.module.css';

export function ConformanceCheck() {
	const { settings } = usePageData();
	const { base_url, auth_url } = settings.service;
	const check = useMutation({
		mutationFn: () => callBff<ConformanceReport>('POST', bffPatterns.conformance),
	});
	return (
		<section className={css.section} aria-labelledby="developers-conformance">
			<h2 id="developers-conformance">Conformance check</h2>
			<p>
				Checks a service against the specification, section by section: conforms, differs, or left open. The
				command works for any service.
			</p>
			<pre>{`npm run conformance -- --base-url ${base_url} --auth-url ${auth_url}`}</pre>
			{settings.sandbox && (
				<Button disabled={check.isPending} onTap={() => check.mutate()}>
					Check sandbox
				</Button>
			)}
			<div aria-live="polite">
				{check.error && (
					<p>
						<ErrorText error={check.error} />
					</p>
				)}
				{check.data && <Results report={check.data} />}
			</div>
		</section>
	);
}

function Results({ report: { counts, results } }: { report: ConformanceReport }) {
	return (
		<>
			<p data-testid="conformance-counts">
				{Object.entries(counts)
					.map(([verdict, count]) => `${verdict}: ${count}`)
					.join(' · ')}
			</p>
			{[...Map.groupBy(results, ({ section }) => section)].map(([section, ofSection]) => (
				<details key={section}>
					<summary>
						§ {section} ({ofSection.length})
					</summary>
					<ul>
						{ofSection.map(({ id, states, verdict, findings }) => (
							<li key={id}>
								<strong>{verdict}</strong> <code>{id}</code> {states}
								{verdict !== 'conforms' && (
									<ul>
										{findings.map((finding) => (
											<li key={finding}>{finding}</li>
										))}
									</ul>
								)}
							</li>
						))}
					</ul>
				</details>
			))}
		</>
	);
}
