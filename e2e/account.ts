/** The first account of every server that the tests start. */
export const account = { email: 'editor@halyard.example', password: 'a halyard raises signals' }
export const accountEnv = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }
