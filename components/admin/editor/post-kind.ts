import { barePostResponseSchema } from '#contract/posts.ts'
import type { DocumentKind } from './document.ts'
import {
  emptyFields,
  postFieldsSchema,
  postFormSchema,
  sameFields,
  takeTags,
  toFormData,
  toStoredPost,
} from './post-fields.ts'
import type { PostFields } from './post-fields.ts'

/** A post that still has only the template does not count as edited. */
export const postKindWith = (template = '', plannedFor = ''): DocumentKind<PostFields> => ({
  ...postKind,
  emptyFields: { ...emptyFields, content: template, plannedFor },
})

export const postKind: DocumentKind<PostFields> = {
  name: 'post',
  noun: 'post',
  label: 'Blog post',
  api: '/api/blogs',
  list: { href: '/admin/blogs', back: 'Back to Blogs' },
  paths: { new: '/admin/blogs/new', edit: '/admin/blogs/edit/', preview: '/admin/blogs/preview/' },
  fieldsSchema: postFieldsSchema,
  emptyFields,
  responseSchema: barePostResponseSchema.transform(({ data }) => toStoredPost(data)),
  isSame: sameFields,
  isComplete: (fields) => postFormSchema.safeParse(fields).success,
  rebase: takeTags,
  hasPresence: true,
  toFormData,
  missingFields: 'Please fill in the title and content fields.',
}
