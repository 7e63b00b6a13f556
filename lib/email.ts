import { cleanText } from './text.ts'

/** Specification 5: a simple address pattern with its two messages. */
export function emailField() {
  return cleanText('Email')
    .min(1, 'Email is required')
    .max(254, 'Please enter a valid email address')
    .regex(/^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+\.[^\s@<>,;:"().]+$/, 'Please enter a valid email address')
}
