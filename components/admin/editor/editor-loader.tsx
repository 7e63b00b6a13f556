'use client'

import './editor.css'
import dynamic from 'next/dynamic'
import type { PostEditorProps } from './post-editor.tsx'

/** Only in the browser: what it starts from may be in the browser's own storage. */
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

export function EditorLoader(props: PostEditorProps) {
  return <PostEditor {...props} />
}
