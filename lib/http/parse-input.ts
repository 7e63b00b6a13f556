import type { z } from 'zod'
import { UpstreamRefusal } from '../upstream/errors.ts'

/** First message for each field; a fault of the whole value stands under `_`. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[String(issue.path[0] ?? '_')] ??= issue.message
  return fields
}

/** Input by its schema, or a 422 that names each wrong field, as the upstream itself would answer. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields = fieldErrors(result.error)
  throw new UpstreamRefusal(422, Object.values(fields)[0] ?? 'The input is not valid.', { fields })
}
