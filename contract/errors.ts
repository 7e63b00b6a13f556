import { safeParse, type $ZodError, type $ZodErrorMap, type $ZodType, type output } from 'zod/v4/core'

const statuses = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  other_account: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
  storage_full: 507,
} as const

type ErrorCode = keyof typeof statuses

export interface ErrorDetails {
  /** First message of each invalid field; `_` stands for the input as a whole. */
  fields?: Record<string, string> | undefined
  stored?:
    { version: number; updatedAt?: string | undefined; updatedBy?: string | null | undefined } | undefined
  headers?: Record<string, string> | undefined
  cause?: unknown
}

/** The message is shown to the caller; all other errors are logged and reported as `internal`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.details = details
  }

  static forField(code: ErrorCode, field: string, message: string): ApiError {
    return new ApiError(code, message, { fields: { [field]: message } })
  }

  get status(): number {
    return statuses[this.code]
  }

  toResponse(): Response {
    const { fields, stored, headers } = this.details
    const code = this.code === 'other_account' ? this.code : undefined
    const body = { error: this.message, ...(code && { code }), ...(fields && { fields }), ...stored }
    return Response.json(body, { status: this.status, headers: { 'cache-control': 'no-store', ...headers } })
  }
}

export const hasErrorCode = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)

const isCode = (code: string): code is ErrorCode => Object.hasOwn(statuses, code)

export function errorCode(status: number): ErrorCode {
  const [code] = Object.entries(statuses).find(([, known]) => known === status) ?? []
  if (code !== undefined && isCode(code)) return code
  return status < 500 ? 'malformed' : 'bad_gateway'
}

export function fieldErrors(error: $ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[String(issue.path[0] ?? '_')] ??= issue.message
  return fields
}

const expectations: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
}
const units: Record<string, [string, string]> = {
  array: [' entry', ' entries'],
  string: [' character', ' characters'],
}

const toAmount = (origin: string, amount: number | bigint) =>
  `${amount}${units[origin]?.[amount === 1 ? 0 : 1] ?? ''}`

function toLabel(path: PropertyKey[] = []): string {
  const name = path.findLast((key) => typeof key === 'string') ?? 'input'
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Words the issues for which the schema has no message. */
const describeIssue: $ZodErrorMap = (issue) => {
  const label = toLabel(issue.path)
  if (issue.code === 'too_small' && issue.origin !== 'date')
    return `${label} must be ${issue.inclusive ? 'at least' : 'more than'} ${toAmount(issue.origin, issue.minimum)}`
  if (issue.code === 'too_big' && issue.origin !== 'date')
    return `${label} must be ${issue.inclusive ? 'at most' : 'less than'} ${toAmount(issue.origin, issue.maximum)}`
  if (issue.code !== 'invalid_type') return `${label} is not valid`
  return issue.input === undefined
    ? `${label} is required`
    : `${label} must be ${expectations[issue.expected] ?? 'valid'}`
}

export function parseInput<Schema extends $ZodType>(schema: Schema, input: unknown): output<Schema> {
  const result = safeParse(schema, input, { error: describeIssue })
  if (result.success) return result.data
  const fields = fieldErrors(result.error)
  throw new ApiError('invalid', Object.values(fields)[0] ?? 'The input is not valid.', { fields })
}
