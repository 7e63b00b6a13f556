/** The first account of every test server. */
export const account = { email: 'editor@halyard.example', password: 'a halyard raises signals' }
export const accountEnv = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }
