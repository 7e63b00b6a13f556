'use client'

import '#components/site/article.css'
import '#components/blog/blog.css'
import './drafts.css'
import './editor.css'
import dynamic from 'next/dynamic'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import { staffTitle } from '#lib/site.ts'
import { pageTitle } from '../frame/sections.ts'
import type { PostEditorProps } from './post-editor.tsx'

/** Not rendered on the server: it may start from a draft in local storage. */
const PostEditor = dynamic(() => import('./post-editor.tsx').then(({ PostEditor }) => PostEditor), {
  ssr: false,
  loading: () => (
    <div role="status" className="editor">
      <span className="sr-only">The editor is loading.</span>
      <div className="placeholder h-11" />
      <div className="placeholder h-[60vh]" />
    </div>
  ),
})

const NEW_POST = '/admin/blogs/new'
const EDIT_POST = '/admin/blogs/edit/'

/** A new post that is saved in place gets the URL of the post, but stays on the page of a new one. */
export function EditorLoader(props: Omit<PostEditorProps, 'onCreated'>) {
  const isNew = props.post === null
  const pathname = usePathname()
  const title = pageTitle(pathname)
  const createdPath = useRef<string>(null)
  const [shown, setShown] = useState({ pathname, key: 0 })
  // From there, the link to a new post leads to the same page, which has to start afresh.
  if (shown.pathname !== pathname)
    setShown({ pathname, key: isNew && pathname === NEW_POST ? shown.key + 1 : shown.key })

  useEffect(() => {
    document.title = staffTitle(title)
  }, [title])

  useEffect(() => {
    if (!isNew) return
    // Going back to a post that was created in place needs the page of that post.
    if (pathname === NEW_POST) createdPath.current = null
    else if (pathname.startsWith(EDIT_POST) && pathname !== createdPath.current) window.location.reload()
  }, [isNew, pathname])

  const onCreated = (id: string) => {
    createdPath.current = `${EDIT_POST}${id}`
    window.history.replaceState(null, '', createdPath.current)
  }
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <PostEditor key={shown.key} {...props} onCreated={onCreated} />
    </>
  )
}

export function LoadFailure() {
  const router = useRouter()
  const leave = useEffectEvent(() => {
    // The id prevents a second toast when the effect runs twice.
    toast.error('Failed to load blog post. Please try again.', { id: 'post-not-loaded' })
    router.replace('/admin/blogs')
  })
  useEffect(() => leave(), [])
  return null
}
