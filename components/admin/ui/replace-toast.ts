import { toast } from 'sonner'

const shown = new Map<string, string | number>()

/** Shows a toast in place of the last one on this topic. Sonner drops an update to a toast that is closing, so it is a new one. */
export function replaceToast(topic: string, show: () => string | number) {
  const last = shown.get(topic)
  if (last !== undefined) toast.dismiss(last)
  shown.set(topic, show())
}
