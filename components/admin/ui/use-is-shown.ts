import { useEffect, useRef } from 'react'

/** Whether the component is still shown, because a person may have left the page while a request was made. */
export function useIsShown() {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
