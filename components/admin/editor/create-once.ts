import { v4 as createUuid } from 'uuid'
import { ApiError } from '#contract/errors.ts'
import { isNotFound } from '../api.ts'
import type { CreateAttempt } from './create-attempts.ts'

/** An upstream rejects a form when its key was used for another one. */
const isKeyUsed = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'invalid' || error.code === 'conflict') &&
  error.details.fields === undefined

interface CreateOptions<Result> {
  post: (form: FormData, idempotencyKey: string) => Promise<Result>
  readAttempt: () => Promise<CreateAttempt | null>
  storeAttempt: (attempt: CreateAttempt | null) => Promise<void>
}

/** Uses one idempotency key until the result is known, so that one document is created, from the newest form if possible. */
export function createOnce<Result>({ post, readAttempt, storeAttempt }: CreateOptions<Result>) {
  let attempt: CreateAttempt | null = null

  function setAttempt(key: string, forms: FormData[]) {
    attempt = { key, forms }
    return storeAttempt(attempt)
  }

  async function findCreated(key: string, forms: FormData[], rejection: unknown): Promise<Result> {
    const [form, ...others] = forms
    if (!form) throw rejection
    return post(form, key).catch((error: unknown) => {
      if (!isKeyUsed(error)) throw error
      return findCreated(key, others, error)
    })
  }

  /** Calls `update` when the document may have been created from an earlier form. */
  return async function create(
    form: FormData,
    update: (created: Result) => Promise<Result>,
  ): Promise<Result> {
    attempt ??= await readAttempt()
    const earlier = attempt?.forms ?? []
    const key = attempt && earlier.length > 0 ? attempt.key : createUuid()
    await setAttempt(key, [...earlier, form])
    let created: Result
    try {
      created = await findCreated(key, [form, ...earlier], null)
    } catch (error) {
      // The next attempt creates a document anew when the created one was deleted.
      if (error instanceof ApiError && error.status < 500)
        await setAttempt(key, isNotFound(error) ? [] : earlier)
      throw error
    }
    const result = earlier.length > 0 ? await update(created) : created
    await storeAttempt(null)
    return result
  }
}
