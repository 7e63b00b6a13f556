/** Specification 8, and ours where it is silent. */
export const loginTexts = {
  failure: 'Invalid email or password. Please try again.',
  unavailable: 'Signing in is not possible at the moment. Please try again in a minute.',
  forgot: 'Ask whoever runs this site: they can give your account a new password.',
  ended: 'Your session has ended. Please sign in again.',
}
