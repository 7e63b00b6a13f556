import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'

/** Whether something is open that closes when the URL changes, and stays closed when a person comes back. */
export function useOpenOnPage() {
  const url = `${usePathname()}?${useSearchParams()}`
  const [openAt, setOpenAt] = useState<string>()
  if (openAt !== undefined && openAt !== url) setOpenAt(undefined)
  return [openAt === url, (isOpen: boolean) => setOpenAt(isOpen ? url : undefined)] as const
}

/** Closes a dialog or menu when Back or Forward changes the page under it. */
export function useCloseOnBack(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    const onTraverse = () => close()
    window.addEventListener('popstate', onTraverse)
    return () => window.removeEventListener('popstate', onTraverse)
  }, [isOpen])
}
