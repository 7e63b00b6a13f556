import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'

/** Whether something is open that closes when the URL changes, and stays closed when a person comes back. */
export function useOpenOnPage() {
  const url = `${usePathname()}?${useSearchParams()}`
  const [openAt, setOpenAt] = useState<string>()
  if (openAt !== undefined && openAt !== url) setOpenAt(undefined)
  return [openAt === url, (isOpen: boolean) => setOpenAt(isOpen ? url : undefined)] as const
}
