import * as z from 'zod'
import { contactSchema, honeypotField } from '#contract/contact.ts'
import { contactTexts } from '#contract/contact-texts.ts'
import { parseInput } from '#contract/errors.ts'
import { keyOfContent } from '../http/content-key.ts'
import { submitPlainForm } from '../http/form.ts'
import { callForJson } from '../upstream/client.ts'
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

export async function sendContactMessage(request: Request, input: unknown): Promise<string> {
  if (isHoneypotFilled(input)) return contactTexts.success
  const message = parseInput(contactSchema, input)
  const clientAddress = clientAddressOf(request)
  const idempotencyKey =
    request.headers.get('idempotency-key') ?? keyOfContent(clientAddress, JSON.stringify(message))
  const { data } = await callForJson('sendContact', contactResponseSchema, {
    headers: { 'idempotency-key': idempotencyKey },
    json: message,
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
    redirect: (ok, _, fields) => {
      // Browsers focus the field that the fragment names.
      const invalid = Object.keys(contactSchema.shape).find((name) => fields[name])
      return `/contact?result=${ok ? 'sent' : invalid ? 'invalid' : 'error'}#${invalid ?? 'result'}`
    },
  })
