/** The first account of every test server. */
export const account = { email: 'editor@halyard.example', password: 'a halyard raises signals' }
/** Signs in from one browser, so that the first account is not notified of new ones. */
export const knownBrowser = { name: 'known-browser', value: 'k'.repeat(43) }
export const accountEnv = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }
