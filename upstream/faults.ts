import type { z } from 'zod'

/** Every way a call can fail; nothing else leaves the upstream. */
const statuses = {
  malformed: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  outdated: 412,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type FaultCode = keyof typeof statuses

interface FaultDetails {
  fields?: Record<string, string>
  /** What is stored instead, for `outdated`. */
  stored?: { version: number; updatedAt: string; updatedBy: string | null }
  headers?: Record<string, string>
}

export class Fault extends Error {
  readonly code: FaultCode
  readonly details: FaultDetails

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  toResponse(): Response {
    const { fields, stored, headers } = this.details
    const body = { error: this.message, ...(fields && { fields }), ...stored }
    return Response.json(body, { status: statuses[this.code], ...(headers && { headers }) })
  }
}

/** Fields with the first message of each; the first of all is the error a person reads. */
function invalidFields(error: z.ZodError): Fault {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'body')
    fields[field] ??= issue.message
  }
  const [first = 'The request is not valid'] = Object.values(fields)
  return new Fault('invalid', first, { fields })
}

export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw invalidFields(result.error)
  return result.data
}
