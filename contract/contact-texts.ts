/** Separate from the schema, which the form loads only when it is used. */
export const contactTexts = {
  success: "Thank you for your message! We'll get back to you within 24 hours.",
  invalid: 'Please check the fields of the form and send it again.',
  failure: 'Sorry, there was an error sending your message. Please try again.',
}
