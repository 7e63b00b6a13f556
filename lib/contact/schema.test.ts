import { describe, expect, it } from '@jest/globals'
import { fieldErrors } from '../http/parse-input.ts'
import { contactSchema } from './schema.ts'

const errorsOf = (input: unknown) => {
  const result = contactSchema.safeParse(input)
  return result.success ? {} : fieldErrors(result.error)
}

describe('the rules of the contact form', () => {
  it('asks for every field', () => {
    expect(errorsOf({ name: ' ', email: '', subject: '\t', message: undefined })).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      subject: 'Subject is required',
      message: 'Message is required',
    })
  })

  it('asks for enough of each, after trimming', () => {
    expect(errorsOf({ name: ' a ', email: 'a@b', subject: 'four', message: ' too short ' })).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Please enter a valid email address',
      subject: 'Subject must be at least 5 characters',
      message: 'Message must be at least 10 characters',
    })
  })

  it('refuses what PostgreSQL cannot store', () => {
    expect(
      errorsOf({ name: 'a\u0000b', email: 'a@b.co', subject: 'subject\ud800', message: 'long enough' }),
    ).toEqual({
      name: 'Name contains characters that cannot be stored',
      subject: 'Subject contains characters that cannot be stored',
    })
  })
})
