import { readFlash } from '../http/flash.ts'
import { NOTE_FORM, REVIEW_FORM } from './preview.ts'

export interface Unsent {
  what: 'note' | 'response'
  text: string
}

/** What a guest typed in the form that was sent last, if it was rejected. */
export async function readUnsent(isNote: boolean): Promise<Unsent | null> {
  const flash = await readFlash(isNote ? NOTE_FORM : REVIEW_FORM)
  if (flash?.error === undefined) return null
  const { text = '', comment = text } = flash.values
  return { what: isNote ? 'note' : 'response', text: comment }
}
