import { useState } from 'react'
import { toast } from 'sonner'
import { isBlank } from '#contract/text.ts'
import { replaceToast } from '../ui/toasts.ts'
import type { CoverChange, DocumentFields, DocumentKind, FormAccess, StoredDocument } from './document.ts'
import { useWhenOnline } from './use-online.ts'
import type { SaveRequest } from './use-store-document.ts'
import { hasWorkingCopy, usesWorkingCopy } from './working-copy/requests.ts'

interface SubmitOptions<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  form: FormAccess<Fields>
  stored: StoredDocument<Fields> | null
  cover: CoverChange
  dirty: boolean
  locked: boolean
  saving: boolean
  uploading: boolean
  /** Why the user cannot publish the changes. */
  publishBlock: string | undefined
  save: (request: SaveRequest<Fields>) => Promise<void>
  backUp: () => boolean
}

export function useSubmit<Fields extends DocumentFields>(options: SubmitOptions<Fields>) {
  const { kind, form, stored, cover, dirty, locked, saving, uploading, publishBlock, save, backUp } = options
  const [confirmingOffline, setConfirmingOffline] = useState(false)
  const [saveWaits, setSaveWaits] = useState(false)
  const isCopied = usesWorkingCopy(stored)

  const submit = (published?: boolean, inPlace = false) => {
    if (publishBlock && published !== undefined) {
      replaceToast('save', () => toast.info(publishBlock))
      return
    }
    if (saving || locked || form.prepare?.() === false) return
    form.validate(
      (input) => {
        const wanted = { ...input, published: published ?? input.published }
        const staysHidden = isCopied ? published === undefined : !wanted.published && !stored?.published
        if (uploading) toast.info('An image is still being uploaded.')
        else if (!navigator.onLine && staysHidden) setSaveWaits(true)
        else if (isCopied && published === undefined)
          return save({
            fields: { ...input, published: stored.published },
            cover,
            inPlace: true,
            unpublished: true,
          })
        else if (stored?.published && !wanted.published) setConfirmingOffline(true)
        else return save({ fields: wanted, cover, inPlace })
      },
      () => {
        const { title, content } = form.getFields()
        if (isBlank(title) || isBlank(content)) replaceToast('save', () => toast.error(kind.missingFields))
      },
    )
  }

  const saveInPlace = () => {
    if (locked) return
    if (!dirty && !hasWorkingCopy(stored))
      replaceToast('save', () => toast.info('There are no changes to save.'))
    else if (isCopied) submit(undefined, true)
    else if (stored?.published) {
      const backupText = backUp()
        ? 'They are backed up in this browser.'
        : 'This browser has no room for a backup.'
      replaceToast('save', () =>
        toast.info(`This ${kind.noun} is live, so your changes were not saved to the site.`, {
          description: `${backupText} Choose Publish to update the live ${kind.noun}.`,
        }),
      )
    } else submit(false, true)
  }

  useWhenOnline(saveWaits, () => {
    setSaveWaits(false)
    submit(isCopied ? undefined : false, true)
  })

  const takeOffline = () => {
    setConfirmingOffline(false)
    void save({ fields: { ...form.getFields(), published: false }, cover, inPlace: false })
  }

  const publish = () => {
    if (isCopied && stored.published && !dirty && !hasWorkingCopy(stored))
      replaceToast('save', () => toast.info('There are no changes to publish.'))
    else submit(true)
  }

  return {
    submit,
    saveInPlace,
    publish,
    takeOffline,
    saveWaits,
    confirmingOffline,
    keepOnline: () => setConfirmingOffline(false),
  }
}
