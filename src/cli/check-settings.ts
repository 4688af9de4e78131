/** `daybill check-settings`: reads the settings as a start does. Exit status 1 when some are wrong, with a line for each. */
import { readSettings, SettingsError } from './settings.ts';

try {
	const { bff, sandbox } = readSettings(process.env);
	console.log(
		[
			'The settings are right.',
			`Daybill  ${bff.publicUrl}`,
			`Service  ${sandbox.enabled ? 'the sandbox' : bff.eventsBaseUrl}`,
			`Data     ${bff.dataDir}`,
		].join('\n'),
	);
} catch (error) {
	if (!(error instanceof SettingsError)) throw error;
	console.error(error.message);
	process.exitCode = 1;
}
