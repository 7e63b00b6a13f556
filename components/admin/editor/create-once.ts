import { v4 as createUuid } from 'uuid'
import { ApiError, type ErrorCode } from '#contract/errors.ts'

/** Errors that do not tell whether an earlier attempt succeeded. */
const undecided: ErrorCode[] = ['unauthorized', 'too_many_requests']

/** Repeats the first form until its result is known, because its idempotency key is valid for no other. */
export function createOnce<Result>(post: (form: FormData, idempotencyKey: string) => Promise<Result>) {
  let pending: { form: FormData; key: string } | null = null

  /** Calls `update` when the document was created from an earlier form. */
  return async function create(
    form: FormData,
    update: (created: Result) => Promise<Result>,
  ): Promise<Result> {
    const isRepeated = pending !== null
    pending ??= { form, key: createUuid() }
    const sent = pending
    let created: Result
    try {
      created = await post(sent.form, sent.key)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      if (isRepeated && undecided.includes(error.code)) throw error
      pending = null
      if (!isRepeated) throw error
      return create(form, update)
    }
    return isRepeated ? update(created) : created
  }
}
