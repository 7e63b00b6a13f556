import { describe, expect, it } from '@jest/globals'
import { defaultSettings } from '#contract/default-settings.ts'
import { settingsFormSchema, toFields } from './settings-fields.ts'

const parse = (messageRecipients: string) =>
  settingsFormSchema.safeParse({ ...toFields(defaultSettings), messageRecipients })

describe('the recipients of messages', () => {
  it('are separated by commas, spaces or lines', () => {
    expect(parse(' ann@example.com, ben@example.com\ncy@example.com; ').data?.messageRecipients).toEqual([
      'ann@example.com',
      'ben@example.com',
      'cy@example.com',
    ])
    expect(parse('').data?.messageRecipients).toEqual([])
  })

  it.each([
    ['ann@example.com, ben', '“ben” is not a valid email address'],
    [Array.from({ length: 11 }, (_, i) => `a${i}@example.com`).join(), 'At most 10 addresses'],
  ])('show an error at their field for %s', (text, message) => {
    expect(parse(text).error?.issues).toMatchObject([{ path: ['messageRecipients'], message }])
  })
})
