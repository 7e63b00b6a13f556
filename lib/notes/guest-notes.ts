import { ApiError, parseInput } from '#contract/errors.ts'
import { tokenPattern } from '#contract/newsletter.ts'
import {
  guestNoteResponseSchema,
  guestNoteSchema,
  guestNotesResponseSchema,
  type NoteThread,
} from '#contract/notes.ts'
import { previewPath } from '#contract/previews.ts'
import { log } from '../log.ts'
import { readFlash, type Flash } from '../http/flash.ts'
import { keyOfContent } from '../http/content-key.ts'
import { submitPlainForm } from '../http/form.ts'
import { NOTE_FORM, readPass } from '../previews/preview.ts'
import { callForJson } from '../upstream/client.ts'
import { isUpstreamFailure } from '../upstream/errors.ts'
import { clientAddressOf } from '../upstream/forward.ts'

const failureMessage = 'The note could not be sent. Please try again.'

const noteFields = ['name', 'text', 'quote'] as const
export type NoteField = (typeof noteFields)[number]

export const noteFieldId = (thread: string | undefined, field: NoteField) =>
  `${thread ? `reply-${thread}` : 'note'}-${field}`

export interface GuestNotes {
  threads: NoteThread[]
  /** Included in the form, because its path does not get the cookie. */
  pass: string | undefined
}

/** Null when the upstream has no notes or they fail to load, so that the preview is still shown. */
export async function openGuestNotes(token: string): Promise<GuestNotes | null> {
  const pass = await readPass()
  try {
    const { data } = await callForJson('listGuestNotes', guestNotesResponseSchema, { json: { token, pass } })
    return { threads: data.data.notes, pass }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isUpstreamFailure(error)) log.error({ err: error }, 'notes of a preview could not be read')
    return null
  }
}

async function send(request: Request, values: Record<string, string>): Promise<string> {
  const { pass, ...input } = values
  const json = parseInput(guestNoteSchema, pass ? values : input)
  const clientAddress = clientAddressOf(request)
  await callForJson('createGuestNote', guestNoteResponseSchema, {
    headers: { 'idempotency-key': keyOfContent(clientAddress, JSON.stringify(json)) },
    json,
    clientAddress,
    failureMessage,
  })
  return 'Thank you. Your note was added.'
}

const validToken = ({ token = '' }: Record<string, string>) => (tokenPattern.test(token) ? token : '')

export const submitGuestNote = (request: Request) =>
  submitPlainForm(request, {
    name: NOTE_FORM,
    page: (values) => previewPath(validToken(values)),
    failureMessage,
    allowCrossSite: true,
    secrets: ['token', 'pass'],
    submit: async (values) => {
      if (validToken(values) === '') throw new ApiError('not_found', 'There is no such preview.')
      return send(request, values)
    },
    redirect: (ok, values, fields) => {
      const token = validToken(values)
      if (token === '') return '/'
      // Browsers focus the field that the fragment names.
      const invalid = noteFields.find((name) => fields[name])
      const target = invalid ? noteFieldId(values['thread'], invalid) : 'note-result'
      return `${previewPath(token)}?note=${ok ? 'sent' : 'error'}#${encodeURIComponent(target)}`
    },
  })

export const readNoteResult = (): Promise<Flash | null> => readFlash(NOTE_FORM)
