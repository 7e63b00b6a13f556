import { describe, expect, it } from '@jest/globals'
import { postSchema } from '#lib/blog/schema.ts'
import { stateOf } from './kept-draft.ts'
import { emptyFields, faultsOf, formOf, sameCover, sameFields, storedPostOf } from './post-fields.ts'

const stored = storedPostOf(
  postSchema.parse({
    id: 7,
    slug: 'rope',
    title: 'Rope',
    content: 'One\r\n\r\nTwo',
    tags: ['Sails'],
    published: true,
    createdAt: '2024-03-05T12:00:00Z',
  }),
)
const { fields } = stored
const sent = (...args: Parameters<typeof formOf>) => Object.fromEntries(formOf(...args))

describe('the fields of the editor', () => {
  it('are the stored post, with line breaks as a text field has them', () => {
    expect(fields).toMatchObject({ title: 'Rope', content: 'One\n\nTwo', excerpt: '', tags: ['Sails'] })
  })

  it('are unchanged by blanks around them and by a cleared address', () => {
    expect(sameFields({ ...fields, title: ' Rope ', slug: ' ' }, fields)).toBe(true)
    expect(sameFields({ ...fields, content: `${fields.content} ` }, fields)).toBe(false)
    expect(sameFields({ ...fields, tags: [] }, fields)).toBe(false)
  })

  it('are faulted at once where the upstream would refuse them', () => {
    expect(faultsOf(emptyFields)).toEqual({ title: 'Title is required', content: 'Content is required' })
    expect(faultsOf({ ...fields, slug: 'A b', title: 'x'.repeat(201) })).toEqual({
      slug: 'The address may hold a-z, 0-9 and single hyphens',
      title: 'Title must be at most 200 characters',
    })
    expect(faultsOf({ ...fields, content: '<div>'.repeat(101) })).toHaveProperty('content')
    expect(faultsOf(fields)).toEqual({})
  })

  it('are sent as the specification has them, and with what is ours only when it was changed', () => {
    const plain = { title: 'Rope', content: 'One\n\nTwo', excerpt: '', published: 'true', tags: '["Sails"]' }
    expect(sent(fields, sameCover, stored)).toEqual(plain)
    expect(
      sent({ ...fields, slug: 'ropes', coverAlt: 'A rope' }, { file: null, removed: true }, stored),
    ).toEqual({
      ...plain,
      slug: 'ropes',
      coverAlt: 'A rope',
      removeCover: 'true',
    })
  })

  it('tell one stored state from another, with versions and without', () => {
    expect(stateOf(null)).toBe('new')
    expect(stateOf({ ...stored, version: 3 })).toBe('v3')
    expect(stateOf(stored)).toBe(stateOf(structuredClone(stored)))
    expect(stateOf(stored)).not.toBe(stateOf({ ...stored, fields: { ...fields, excerpt: 'x' } }))
  })
})
