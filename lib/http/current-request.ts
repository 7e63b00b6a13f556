import { AsyncLocalStorage } from 'node:async_hooks'

declare global {
  var halyardRequest: AsyncLocalStorage<string> | undefined
}

/** The id of the request that is being answered, in whatever is called on its way; shared like `lifecycle`. */
export const currentRequest = (globalThis.halyardRequest ??= new AsyncLocalStorage<string>())
