export const loginTexts = {
  failure: 'Invalid email or password. Please try again.',
  unavailable: 'Sign-in is not available right now. Please try again in a minute.',
  ended: 'Your session has ended. Please sign in again.',
}
