import { describe, expect, it } from '@jest/globals'
import { fieldErrors } from '#contract/errors.ts'
import { postSchema } from '#contract/posts.ts'
import {
  addTags,
  emptyFields,
  postFormSchema,
  sameFields,
  toFormData,
  toStoredPost,
  type PostFields,
} from './post-fields.ts'
import { unchangedCover } from './document.ts'
import { versionKey } from './drafts.ts'

const stored = toStoredPost(
  postSchema.parse({
    id: 7,
    slug: 'rope',
    title: 'Rope',
    content: 'One\r\n\r\nTwo',
    tags: ['Sails'],
    published: true,
    createdAt: '2024-03-05T12:00:00Z',
    author: { name: 'Ada', slug: 'ada' },
  }),
)
const { fields } = stored
const formEntries = (...args: Parameters<typeof toFormData>) => Object.fromEntries(toFormData(...args))
const errorsOf = (values: PostFields) => {
  const { error } = postFormSchema.safeParse(values)
  return error ? fieldErrors(error) : {}
}

describe('the fields of the editor', () => {
  it('come from the stored post, with normalized line breaks', () => {
    expect(fields).toMatchObject({ title: 'Rope', content: 'One\n\nTwo', excerpt: '', tags: ['Sails'] })
  })

  it('count as unchanged when only surrounding spaces, an emptied slug or an emptied author differ', () => {
    expect(sameFields({ ...fields, title: ' Rope ', slug: ' ', author: '' }, fields)).toBe(true)
    expect(sameFields({ ...fields, author: 'eve' }, fields)).toBe(false)
    expect(sameFields({ ...fields, content: `${fields.content} ` }, fields)).toBe(false)
    expect(sameFields({ ...fields, tags: [] }, fields)).toBe(false)
  })

  it('are validated by the rules of the API', () => {
    expect(errorsOf(emptyFields)).toEqual({ title: 'Title is required', content: 'Content is required' })
    expect(errorsOf({ ...fields, slug: 'A b', title: 'x'.repeat(201) })).toEqual({
      slug: 'The URL can contain a-z, 0-9 and single hyphens',
      title: 'Title must be at most 200 characters',
    })
    expect(errorsOf({ ...fields, content: '<div>'.repeat(101) })).toHaveProperty('content')
    expect(errorsOf({ ...fields, slug: ' ' })).toEqual({})
    expect(errorsOf(fields)).toEqual({})
  })

  it('are sent as documented, with fields of the built-in upstream only when they changed', () => {
    const plain = { title: 'Rope', content: 'One\n\nTwo', excerpt: '', published: 'true', tags: '["Sails"]' }
    expect(formEntries(fields, unchangedCover, stored)).toEqual(plain)
    expect(
      formEntries(
        { ...fields, slug: 'ropes', author: 'eve', coverAlt: 'A rope' },
        { file: null, removed: true },
        stored,
      ),
    ).toEqual({
      ...plain,
      slug: 'ropes',
      author: 'eve',
      coverAlt: 'A rope',
      removeCover: 'true',
    })
  })

  it('add typed tags once, in the spelling of known tags, and reject tags that are too long', () => {
    expect(addTags(['Rope'], ' rope, sails ,, SAILS,Knots', ['Sails'])).toMatchObject({
      tags: ['Rope', 'Sails', 'Knots'],
      added: ['Sails', 'Knots'],
    })
    expect(addTags(['Rope'], `Sails,${'x'.repeat(51)}`, [])).toEqual({
      tags: ['Rope'],
      added: [],
      error: 'A tag can have at most 50 characters',
    })
  })

  it('have a key for each stored version, even when the upstream has no version numbers', () => {
    expect(versionKey(null)).toBe('new')
    expect(versionKey({ ...stored, version: 3 })).toBe('v3')
    expect(versionKey(stored)).toBe(versionKey(structuredClone(stored)))
    expect(versionKey(stored)).not.toBe(versionKey({ ...stored, fields: { ...fields, excerpt: 'x' } }))
  })
})
