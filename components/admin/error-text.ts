import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#contract/errors.ts'

export const callerErrorText = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.status < 500 && error.message) || fallback

/** The message of the server, even if the server failed, for actions of which it explains the failures. */
export const serverErrorText = (error: unknown, fallback: string): string =>
  (error instanceof ApiError && error.message) || fallback

/** The message for an invalid or conflicting change; other errors can be retried. */
export function changeErrorText(error: unknown): string {
  // The change may have been made before the connection was lost.
  if (error instanceof TypeError) return 'The server did not respond. Please try again.'
  return callerErrorText(error, 'Nothing was changed. Please try again.')
}

/** Returns whether the error is about one of these fields. */
export function showFieldErrors<Fields extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<Fields>[],
  setError: UseFormSetError<Fields>,
): boolean {
  const messages = error instanceof ApiError ? (error.details.fields ?? {}) : {}
  const invalid = names.filter((name) => messages[name])
  for (const name of invalid.toReversed()) setError(name, { message: messages[name] }, { shouldFocus: true })
  return invalid.length > 0
}
