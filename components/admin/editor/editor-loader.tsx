'use client'

import '#components/site/article.css'
import '#components/blog/blog.css'
import './drafts.css'
import './editor.css'
import '../checks/checks.css'
import '../seo/seo.css'
import '../writing/focus-mode.css'
import '../writing/writing.css'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import { useSite } from '#components/site/site-context.tsx'
import { staffTitle } from '#lib/site.ts'
import { pageTitle } from '../frame/sections.ts'
import { useIsShown } from '../ui/use-is-shown.ts'
import type { DocumentKind } from './document.ts'

export const EditorPlaceholder = () => (
  <div role="status" className="editor">
    <span className="sr-only">The editor is loading.</span>
    <div className="placeholder h-11" />
    <div className="placeholder h-[60vh]" />
  </div>
)

/** A new document that is saved in place gets its own URL, but stays on the page of a new one. */
export function useEditorPage({ paths }: Pick<DocumentKind<never>, 'paths'>, isNew: boolean) {
  const pathname = usePathname()
  const title = pageTitle(pathname)
  const { name } = useSite()
  const createdPath = useRef<string>(null)
  const isShown = useIsShown()
  const [shown, setShown] = useState({ pathname, key: 0 })
  // From there, a link to a new document leads to the same page, so the editor has to be reset.
  if (shown.pathname !== pathname)
    setShown({ pathname, key: isNew && pathname === paths.new ? shown.key + 1 : shown.key })

  useEffect(() => {
    document.title = staffTitle(title, name)
  }, [title, name])

  useEffect(() => {
    if (!isNew) return
    // Going back to a document that was created in place needs the page of that document.
    if (pathname === paths.new) createdPath.current = null
    else if (pathname.startsWith(paths.edit) && pathname !== createdPath.current) window.location.reload()
  }, [isNew, pathname, paths])

  const onCreated = (id: string) => {
    if (!isShown.current) return
    createdPath.current = `${paths.edit}${id}`
    window.history.replaceState(null, '', createdPath.current)
  }
  return { title, key: shown.key, onCreated }
}

interface LoadFailureProps {
  message?: string
  list?: string
}

export function LoadFailure({
  message = 'Failed to load blog post. Please try again.',
  list = '/admin/blogs',
}: LoadFailureProps) {
  const router = useRouter()
  const leave = useEffectEvent(() => {
    // The id prevents a second toast when the effect runs twice.
    toast.error(message, { id: 'document-not-loaded' })
    router.replace(list)
  })
  useEffect(() => leave(), [])
  return null
}
