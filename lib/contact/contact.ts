import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { contactSchema, honeypotField } from '#contract/contact.ts'
import { contactTexts } from '#contract/contact-texts.ts'
import { parseInput } from '#contract/errors.ts'
import { HOUR_MS } from '#contract/time.ts'
import { submitPlainForm } from '../http/form.ts'
import { callForJson, jsonRequest } from '../upstream/client.ts'
import { clientAddressOf } from '../upstream/forward.ts'

const contactResponseSchema = z.object({
  message: z.string().optional(),
  data: z.object({ id: z.coerce.string().optional() }).nullish(),
})

const isHoneypotFilled = (input: unknown) =>
  typeof input === 'object' &&
  input !== null &&
  honeypotField in input &&
  String(input[honeypotField]).trim() !== ''

const sentKeys = new LRUCache<string, string>({
  max: 10_000,
  ttl: HOUR_MS,
  ttlResolution: 0,
  // The time of the wall clock, like that of the key.
  perf: { now: () => Date.now() },
})

/**
 * Messages with the same idempotency key are stored once. A form without script has none, so the same text of the same sender
 * is stored once within an hour: a second click sends nothing, and a reminder on another day is sent.
 */
function keyOfContent(clientAddress: string | undefined, body: string): string {
  const hash = createHash('sha256').update(`${clientAddress}\0${body}`).digest('base64url')
  // Other nodes compute the same key within an hour of the clock.
  const key = sentKeys.get(hash) ?? `${hash}.${Math.floor(Date.now() / HOUR_MS)}`
  if (!sentKeys.has(hash)) sentKeys.set(hash, key)
  return key
}

export async function sendContactMessage(request: Request, input: unknown): Promise<string> {
  if (isHoneypotFilled(input)) return contactTexts.success
  const message = parseInput(contactSchema, input)
  const { headers, body } = jsonRequest(message)
  const clientAddress = clientAddressOf(request)
  const idempotencyKey = request.headers.get('idempotency-key') ?? keyOfContent(clientAddress, body)
  const { data } = await callForJson('sendContact', contactResponseSchema, {
    headers: { ...headers, 'idempotency-key': idempotencyKey },
    body,
    clientAddress,
    failureMessage: contactTexts.failure,
  })
  return data.message ?? contactTexts.success
}

export const submitContactForm = (request: Request) =>
  submitPlainForm(request, {
    name: 'contact',
    page: '/contact',
    failureMessage: contactTexts.failure,
    submit: (values) => sendContactMessage(request, values),
    redirect: (ok) => `/contact?result=${ok ? 'sent' : 'error'}#form`,
  })
