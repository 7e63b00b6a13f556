import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import { callerErrorText, changeErrorText, serverErrorText } from './error-text.ts'

const rejected = new ApiError('invalid', 'The title is too long.')
const failed = new ApiError('bad_gateway', 'The mail server did not respond.')
/** As from a proxy that responds without JSON. */
const silent = new ApiError('too_large', '')

describe('error texts', () => {
  it('shows the message of a rejected request', () => {
    for (const text of [callerErrorText, serverErrorText, changeErrorText])
      expect(text(rejected, 'Try again.')).toBe('The title is too long.')
  })

  it('shows the message of a failed server only where the action asks for it', () => {
    expect(callerErrorText(failed, 'Try again.')).toBe('Try again.')
    expect(serverErrorText(failed, 'Try again.')).toBe('The mail server did not respond.')
    expect(changeErrorText(failed)).toBe('The server did not respond. Please try again.')
    const busy = new ApiError('unavailable', 'The server is busy.')
    expect(changeErrorText(busy)).toBe('Nothing was changed. Please try again.')
  })

  it('has a text for a response without a message and for a lost connection', () => {
    for (const text of [callerErrorText, serverErrorText]) {
      expect(text(silent, 'Try again.')).toBe('Try again.')
      expect(text(new TypeError('Failed to fetch'), 'Try again.')).toBe('Try again.')
    }
    expect(changeErrorText(silent)).toBe('Nothing was changed. Please try again.')
    expect(changeErrorText(new TypeError('Failed to fetch'))).toBe(
      'The server did not respond. Please try again.',
    )
  })

  it.each(['bad_gateway', 'unavailable', 'gateway_timeout'] as const)(
    'does not claim that nothing was changed after a %s of a proxy',
    (code) => {
      expect(changeErrorText(new ApiError(code, ''))).toBe('The server did not respond. Please try again.')
    },
  )

  it('does not claim that nothing was changed after a response in another format', () => {
    const { error } = z.string().safeParse(undefined)
    expect(changeErrorText(error)).toBe('The server did not respond. Please try again.')
  })
})
