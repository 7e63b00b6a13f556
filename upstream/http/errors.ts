import type { Logger } from 'pino'
import { contactTexts } from '#contract/contact-texts.ts'
import { ApiError } from '#contract/errors.ts'
import type { OpenDatabase } from '../db/open.ts'
import { databaseError, errorCodeOf } from '../db/errors.ts'

/** Messages for visitors, who need to know which action failed, but not why. */
const visitorMessages = [
  ['/api/contact', contactTexts.failure],
  ['/api/newsletter', 'Sorry, we could not update your subscription. Please try again.'],
] as const

/** Of uploaded files, which are beside the database only with SQLite. */
const fullDisk = /^(ENOSPC|EDQUOT|EFBIG)$/

const reasonOf = (error: unknown) => (error instanceof Error && error.message) || errorCodeOf(error)

interface FailedRequest {
  database: OpenDatabase
  logger: Logger
  route?: string | undefined
}

export function toErrorResponse(error: unknown, { database, logger, route }: FailedRequest): Response {
  if (error instanceof ApiError) return error.toResponse()
  const problem = fullDisk.test(errorCodeOf(error)) ? 'full' : database.problemOf(error)
  // All requests fail during an outage, for the same reason.
  const cause = problem === 'unreachable' ? { reason: reasonOf(error) } : { err: error }
  logger.error({ ...cause, route, problem }, 'A request failed')
  const [, message] = visitorMessages.find(([path]) => route?.startsWith(path)) ?? []
  const response = problem
    ? databaseError(problem, error, message)
    : new ApiError('internal', message ?? 'Something went wrong on our side.')
  return response.toResponse()
}
