import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => {}

/** False on the server and until scripts can react. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
