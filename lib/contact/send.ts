import { createHash } from 'node:crypto'
import { storedAnswerSchema } from '../http/any-answer.ts'
import { parseInput } from '../http/parse-input.ts'
import { callForJson } from '../upstream/call.ts'
import { contactTexts } from './texts.ts'
import { contactSchema, honeypotField } from './schema.ts'

interface Sender {
  visitor: string | undefined
  /** Given by the script of the page; a plain form is recognised by its content instead. */
  idempotencyKey: string | undefined
}

const isFilled = (input: unknown) =>
  typeof input === 'object' &&
  input !== null &&
  honeypotField in input &&
  String(input[honeypotField]).trim() !== ''

/**
 * Sends a contact message on; answers the sentence to show. A second sending of the same message (a double click, a
 * reload) is the same message. A filled honeypot is answered alike and goes nowhere.
 */
export async function sendContactMessage(input: unknown, sender: Sender): Promise<string> {
  if (isFilled(input)) return contactTexts.success
  const message = parseInput(contactSchema, input)
  const body = JSON.stringify(message)
  const contentKey = createHash('sha256').update(`${sender.visitor}\0${body}`).digest('base64url')
  const { data } = await callForJson('sendContact', storedAnswerSchema, {
    headers: {
      'content-type': 'application/json',
      'idempotency-key': sender.idempotencyKey ?? contentKey,
    },
    body,
    visitor: sender.visitor,
  })
  return data.message ?? contactTexts.success
}
