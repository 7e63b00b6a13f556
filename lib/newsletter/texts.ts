export const newsletterTexts = {
  success: 'You are subscribed. The next issue comes to your inbox.',
  unavailable: 'The newsletter is not available at the moment. Please try again later.',
  failure: 'Sorry, we could not subscribe you. Please try again.',
  gone: 'This link is not valid, or not any more.',
  followFailure: 'Sorry, that did not work. Please try again.',
  unsubscribed: 'You are unsubscribed. No further issue comes to your inbox.',
}
