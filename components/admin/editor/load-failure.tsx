'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent } from 'react'
import { toast } from 'sonner'
import { editorTexts } from './texts.ts'

/** A post that cannot be edited, because there is none or it did not come: said, then the list. */
export function LoadFailure() {
  const router = useRouter()
  const leave = useEffectEvent(() => {
    // The same one again when an effect runs twice.
    toast.error(editorTexts.notLoaded, { id: 'post-not-loaded' })
    router.replace('/admin/blogs')
  })
  useEffect(() => leave(), [])
  return null
}
