/** Shared by the server and the bundled route handlers, which hold their own copies of every module. */
interface Lifecycle {
  draining: boolean
}

declare global {
  var halyardLifecycle: Lifecycle | undefined
}

export const lifecycle = (globalThis.halyardLifecycle ??= { draining: false })
