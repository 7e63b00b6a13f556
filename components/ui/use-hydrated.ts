import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => {}

export const useHydrated = () =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
