/** Defaults of the embedded sandbox, which settings or an import can replace. */

/** The application that the sandbox registers when it starts; Daybill uses it unless the settings name another. */
export const demoApplication = { clientId: 'daybill-demo', clientSecret: 'daybill-demo-secret' } as const;

export const sandboxName = 'Events Sandbox';

/** Zone of the generated cities; the specification leaves it open (gap register, `time-zone`). */
export const sandboxTimeZone = 'Asia/Shanghai';
