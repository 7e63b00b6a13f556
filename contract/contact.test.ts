import { describe, expect, it } from '@jest/globals'
import { fieldErrors } from './errors.ts'
import { contactSchema } from './contact.ts'

const getErrors = (input: unknown) => {
  const result = contactSchema.safeParse(input)
  return result.success ? {} : fieldErrors(result.error)
}

describe('the contact form schema', () => {
  it('requires every field', () => {
    expect(getErrors({ name: ' ', email: '', subject: '\t', message: undefined })).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      subject: 'Subject is required',
      message: 'Message is required',
    })
  })

  it('requires visible text', () => {
    const blank = '\u200b'.repeat(20)
    expect(getErrors({ name: blank, email: 'a@b.co', subject: blank, message: blank })).toEqual({
      name: 'Name is required',
      subject: 'Subject is required',
      message: 'Message is required',
    })
  })

  it('checks lengths after trimming', () => {
    expect(getErrors({ name: ' a ', email: 'a@b', subject: 'four', message: ' too short ' })).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Please enter a valid email address',
      subject: 'Subject must be at least 5 characters',
      message: 'Message must be at least 10 characters',
    })
  })

  it.each([
    'ann@example.com,bob@example.com',
    'bob,ann@example.com',
    'bob;ann@example.com',
    'ann@example.com,bob',
    '<ann@example.com>',
    'ann\u007f@example.com',
    `${'a'.repeat(243)}@example.com`,
  ])('rejects the address %j', (email) => {
    expect(getErrors({ name: 'Ann', email, subject: 'A subject', message: 'long enough' })).toEqual({
      email: 'Please enter a valid email address',
    })
  })

  it('accepts the longest address', () => {
    const email = `${'a'.repeat(242)}@example.com`
    expect(getErrors({ name: 'Ann', email, subject: 'A subject', message: 'long enough' })).toEqual({})
  })

  it('counts a line break of a form once', () => {
    const message = `${'a'.repeat(99)}\r\n`.repeat(50)
    const input = { name: 'Ann', email: 'a@b.co', subject: 'A subject', message }
    expect(getErrors(input)).toEqual({})
    expect(contactSchema.parse(input).message).toBe(message.replaceAll('\r\n', '\n').trim())
  })

  it('rejects characters that PostgreSQL cannot store', () => {
    expect(
      getErrors({ name: 'a\u0000b', email: 'a@b.co', subject: 'subject\ud800', message: 'long enough' }),
    ).toEqual({
      name: 'Name contains characters that cannot be stored',
      subject: 'Subject contains characters that cannot be stored',
    })
  })
})
