export const newsletterTexts = {
  success: 'You are subscribed. The next issue will arrive in your inbox.',
  received: 'Thank you. If we send you an email, open its link to confirm your subscription.',
  unavailable: 'The newsletter is not available at the moment. Please try again later.',
  invalid: 'Please check the email address and send the form again.',
  failure: 'Sorry, we could not subscribe you. Please try again.',
  gone: 'This link is invalid or has expired.',
  linkFailure: 'Sorry, that did not work. Please try again.',
  unsubscribed: 'You have unsubscribed. You will not get any more issues.',
}
