import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ZodError } from 'zod'
import { ApiError, hasErrorCode } from '#contract/errors.ts'

export const callerErrorText = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.status < 500 && error.message) || fallback

/** The message of the server, even if the server failed, for actions of which it explains the failures. */
export const serverErrorText = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.message) || fallback

/** A lost connection or a failure of a server in between: the change may have been made before. A busy server has a message. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof ZodError ||
  hasErrorCode(error, 'bad_gateway', 'gateway_timeout') ||
  (hasErrorCode(error, 'unavailable') && error.message === '')

/** The message for an invalid or conflicting change; other errors can be retried. */
export function changeErrorText(error: unknown): string {
  if (isOutcomeUnknown(error)) return 'The server did not respond. Please try again.'
  return callerErrorText(error, 'Nothing was changed. Please try again.')
}

/** Focuses the first of these fields that has a message. Returns whether there is one. */
export function showMessages<Fields extends FieldValues>(
  messages: Record<string, string>,
  names: readonly FieldPath<Fields>[],
  setError: UseFormSetError<Fields>,
): boolean {
  const invalid = names.filter((name) => messages[name])
  for (const name of invalid.toReversed()) setError(name, { message: messages[name] }, { shouldFocus: true })
  return invalid.length > 0
}

export const showFieldErrors = <Fields extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<Fields>[],
  setError: UseFormSetError<Fields>,
): boolean => showMessages(error instanceof ApiError ? (error.details.fields ?? {}) : {}, names, setError)
