'use client'

import dynamic from 'next/dynamic'
import { EditorPlaceholder, useEditorPage } from './editor-loader.tsx'
import type { PostEditorProps } from './post-editor.tsx'
import { postKind } from './post-kind.ts'

/** Not rendered on the server: it may start from a draft in local storage. */
const PostEditor = dynamic(() => import('./post-editor.tsx').then(({ PostEditor }) => PostEditor), {
  ssr: false,
  loading: EditorPlaceholder,
})

export function PostEditorLoader(props: Omit<PostEditorProps, 'onCreated'>) {
  const { title, key, onCreated } = useEditorPage(postKind, props.post === null)
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <PostEditor key={key} {...props} onCreated={onCreated} />
    </>
  )
}
