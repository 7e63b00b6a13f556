import * as z from 'zod'
import { linkTokenSchema } from './accounts.ts'
import { count } from './lists.ts'
import { isStorable, toLineFeeds, trimText } from './text.ts'

export const noteLimits = {
  text: 2_000,
  quote: 300,
  context: 40,
  name: 100,
  threads: 500,
  notes: 2_000,
} as const

const text = (label: string) =>
  z
    .string(`${label} is required`)
    .overwrite((value) => trimText(toLineFeeds(value)))
    .refine(isStorable, `${label} contains characters that cannot be stored`)

const noteText = text('Note')
  .min(1, 'Note is required')
  .max(noteLimits.text, `Note must be at most ${noteLimits.text} characters`)

const context = z.string().max(noteLimits.context).refine(isStorable).default('').catch('')

/** Without a quote the note is about the whole post. */
const anchorShape = {
  quote: text('Passage')
    .max(noteLimits.quote, `Passage must be at most ${noteLimits.quote} characters`)
    .default(''),
  before: context,
  after: context,
}

export const noteInputSchema = z.object({ text: noteText, ...anchorShape })
export const replyInputSchema = z.object({ text: noteText })

export const noteChangeSchema = z
  .object({ text: noteText.optional(), resolved: z.boolean('resolved must be true or false').optional() })
  .refine((change) => change.text !== undefined || change.resolved !== undefined, 'Nothing to change')

const noteSchema = z.object({
  id: z.string(),
  text: z.string(),
  author: z.string(),
  guest: z.boolean(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
})

const threadSchema = noteSchema.extend({
  quote: z.string(),
  before: z.string(),
  after: z.string(),
  resolved: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
  replies: z.array(noteSchema),
})

const personSchema = z.object({ id: z.string(), name: z.string() })

export const noteListResponseSchema = z.object({
  data: z.object({
    notes: z.array(threadSchema),
    people: z.array(personSchema),
  }),
  total: count,
  totalPages: count,
})

export const noteResponseSchema = z.object({ data: threadSchema })

const visitShape = { token: linkTokenSchema, pass: z.string().max(200).optional() }
export const guestVisitSchema = z.object(visitShape)
export const guestNotesResponseSchema = z.object({ data: z.object({ notes: z.array(threadSchema) }) })

export const guestNoteSchema = z.object({
  ...visitShape,
  name: text('Name')
    .min(2, 'Name must be at least 2 characters')
    .max(noteLimits.name, `Name must be at most ${noteLimits.name} characters`),
  text: noteText,
  ...anchorShape,
  /** The thread that the reply belongs to; empty for a new thread. */
  thread: z.string().max(100).refine(isStorable).default(''),
})
export const guestNoteResponseSchema = z.object({ data: z.object({ id: z.string() }) })

export type Note = z.infer<typeof noteSchema>
export type NoteThread = z.infer<typeof threadSchema>
export type NoteInput = z.infer<typeof noteInputSchema>
export type NoteChange = z.infer<typeof noteChangeSchema>
export type NotePerson = z.infer<typeof personSchema>

/** Finds the people mentioned with `@`; when names start alike, the longest match counts. */
export function mentionedIn<Person extends { name: string }>(noteText: string, people: Person[]): Person[] {
  const names = [...new Set(people.map(({ name }) => name).filter((name) => name !== ''))]
  const longestFirst = names.sort((a, b) => b.length - a.length).map((name) => RegExp.escape(name))
  if (longestFirst.length === 0) return []
  const pattern = new RegExp(`@(${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
  const found = new Set([...noteText.matchAll(pattern)].map(([, name]) => name))
  return people.filter(({ name }) => found.has(name))
}
