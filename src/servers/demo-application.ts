/** The application that the sandbox registers when it starts; Daybill uses it unless the settings name another. */
export const demoApplication = { clientId: 'daybill-demo', clientSecret: 'daybill-demo-secret' } as const;
