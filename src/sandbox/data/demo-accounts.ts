/** The accounts whose passwords the sandbox shows on its sign-in page and at startup. */
export const demoAccounts = [
	{ id: '1001', uid: 'alice', name: 'Alice Lin', password: 'alice-daybill' },
	{ id: '1002', uid: 'bob', name: 'Bob Zhao', password: 'bob-daybill' },
	{ id: '1003', uid: 'carol', name: 'Carol 陈', password: 'carol-daybill' },
] as const;
