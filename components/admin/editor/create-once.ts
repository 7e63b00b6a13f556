import { v4 as createUuid } from 'uuid'
import { ApiError } from '#contract/errors.ts'
import { isNotFound } from '../api.ts'

/** An upstream rejects a form when its key was used for another one. */
const isKeyUsed = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'invalid' || error.code === 'conflict') &&
  error.details.fields === undefined

/** Uses one idempotency key until the result is known, so that one document is created, from the newest form if possible. */
export function createOnce<Result>(post: (form: FormData, idempotencyKey: string) => Promise<Result>) {
  let key = ''
  /** Forms that may have created the document. */
  let sent: FormData[] = []

  async function findCreated(forms: FormData[], rejection: unknown): Promise<Result> {
    const [form, ...others] = forms
    if (!form) throw rejection
    return post(form, key).catch((error: unknown) => {
      if (!isKeyUsed(error)) throw error
      return findCreated(others, error)
    })
  }

  /** Calls `update` when the document may have been created from an earlier form. */
  return async function create(
    form: FormData,
    update: (created: Result) => Promise<Result>,
  ): Promise<Result> {
    const earlier = sent
    if (earlier.length === 0) key = createUuid()
    sent = [...earlier, form]
    let created: Result
    try {
      created = await post(form, key).catch((error: unknown) => {
        if (!isKeyUsed(error)) throw error
        return findCreated(earlier, error)
      })
    } catch (error) {
      // The next attempt creates a document anew when the created one was deleted.
      if (error instanceof ApiError && error.status < 500) sent = isNotFound(error) ? [] : earlier
      throw error
    }
    return earlier.length > 0 ? update(created) : created
  }
}
