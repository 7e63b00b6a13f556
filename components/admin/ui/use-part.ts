import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from 'sonner'

/** Loads a part of the page when it is opened. When that fails, the page stays, and the next opening tries again. */
export function usePart<Part>(
  load: () => Promise<Part>,
  { isOpen, onFailure }: { isOpen: boolean; onFailure: () => void },
): Part | undefined {
  const [part, setPart] = useState<Part>()
  const fail = useEffectEvent(() => {
    toast.error('This part of the page could not be loaded. Please try again.')
    onFailure()
  })
  useEffect(() => {
    if (!isOpen || part) return
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setPart(() => loaded),
      () => isCurrent && fail(),
    )
    return () => {
      isCurrent = false
    }
  }, [isOpen, part, load])
  return part
}
