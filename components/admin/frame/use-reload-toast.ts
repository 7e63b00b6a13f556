import { useEffect } from 'react'
import { toast } from 'sonner'

/** Shows the message until the page is reloaded. The editor asks before it drops unsaved text. */
export function useReloadToast(id: string, message: string | undefined) {
  useEffect(() => {
    if (message === undefined) return
    const action = { label: 'Reload', onClick: () => window.location.reload() }
    toast(message, { id, duration: Infinity, action })
    return () => void toast.dismiss(id)
  }, [id, message])
}
