import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from '#contract/errors.ts'

/** The message of a rejected request; every other error gets the fallback. */
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

export function showFieldErrors<Fields extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<Fields>[],
  setError: UseFormSetError<Fields>,
) {
  if (!(error instanceof ApiError)) return
  for (const name of names.toReversed()) {
    const message = error.details.fields?.[name]
    if (message) setError(name, { message }, { shouldFocus: true })
  }
}
