export const accountTexts = {
  failure: 'Sorry, that did not work. Please try again.',
  gone: 'This link is invalid or has expired.',
  noEmail:
    'This site cannot send you a link by email. Ask an owner of the site: they can make a link for you.',
  linkSent: 'If this address has an account, we have sent it a link. It works for one hour.',
  invitationAccepted: 'Your account is ready. Sign in with your new password.',
  passwordChanged: 'Your password is changed, and you are signed out everywhere. Sign in with the new one.',
}

export const loginTexts = {
  failure: 'Invalid email or password. Please try again.',
  unavailable: 'Sign-in is not available right now. Please try again in a minute.',
  ended: 'Your session has ended. Please sign in again.',
}
