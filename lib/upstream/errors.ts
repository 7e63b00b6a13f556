import * as z from 'zod'
import { errorBodySchema, toDetails } from '#contract/error-body.ts'
import { ApiError, errorCode, hasErrorCode } from '#contract/errors.ts'

const FAILED = 'The server could not process the request. Please try again.'
const TIMED_OUT = 'The server took too long to respond. Please try again.'

/** Its message is for operators. */
export class UnexpectedResponse extends Error {
  override name = 'UnexpectedResponse'
}

export const unexpectedStatus = (status: number) =>
  new UnexpectedResponse(`The upstream responded with ${status}.`)

export const badGateway = (cause: unknown, message = FAILED) =>
  new ApiError('bad_gateway', message, { cause })

export const notJson = (message?: string) =>
  badGateway(new UnexpectedResponse('The response of the upstream is not JSON.'), message)

export const gatewayTimeout = (cause: unknown, message = TIMED_OUT) =>
  new ApiError('gateway_timeout', message, { cause })

const rejectionSchema = errorBodySchema.extend({ error: z.string().min(1).max(500) })

/** Only 503 (busy) and 507 (disk full) carry a message for callers; the body of any other 5xx is private. */
const explainedFailures = new Set([503, 507])

export function rejection(
  status: number,
  headers: Headers,
  body: unknown,
  message = 'The request was rejected.',
): ApiError | undefined {
  const parsed = rejectionSchema.safeParse(body)
  if (status >= 500 && !(explainedFailures.has(status) && parsed.success)) return undefined
  const retryAfter = /^\d{1,8}$/.exec(headers.get('retry-after') ?? '')?.[0]
  return new ApiError(errorCode(status), parsed.data?.error ?? message, {
    ...(parsed.data && toDetails(parsed.data)),
    headers: retryAfter === undefined ? undefined : { 'retry-after': retryAfter },
    cause: unexpectedStatus(status),
  })
}

/** What `fetch` throws when the connection fails before a response; its message is another one when a body ends early. */
const connectionFailureSchema = z.object({
  message: z.literal('fetch failed'),
  cause: z.object({ code: z.string().regex(/^(E[A-Z]+|EAI_AGAIN|UND_ERR_(CONNECT_TIMEOUT|SOCKET))$/) }),
})

const isConnectionFailure = (error: unknown) => connectionFailureSchema.safeParse(error).success

export const isUpstreamFailure = (error: unknown) => hasErrorCode(error, 'bad_gateway', 'gateway_timeout')
export const isUnavailable = (error: unknown) =>
  hasErrorCode(error, 'unavailable', 'gateway_timeout') ||
  (hasErrorCode(error, 'bad_gateway') && isConnectionFailure(error.cause))
export const isGone = (error: unknown) => hasErrorCode(error, 'gone')
/** The session of the caller may end between the check of a page and its reads. */
export const isUnauthorized = (error: unknown) => hasErrorCode(error, 'unauthorized')
export const isForbidden = (error: unknown) => hasErrorCode(error, 'forbidden')
export const isNotFound = (error: unknown) => hasErrorCode(error, 'not_found')

/** A remote upstream may lack a call and reject its path or method. */
export const isUnsupportedCall = (error: unknown) => hasErrorCode(error, 'not_found', 'method_not_allowed')
