import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => {}

/** False on the server and until the page is hydrated. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
