'use client'

import { openSearchPanel } from '@codemirror/search'
import type { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ImageInput } from '../media/image-input.tsx'
import { insertMedia } from '../media/insert-media.ts'
import { LibraryTool } from '../media/library-button.tsx'
import { showPassages } from '../notes/passages.ts'
import { useReadSelectionEvent } from '../notes/read-selection.ts'
import type { Passage } from '../notes/use-notes.ts'
import { useSelectTextEvent } from '../writing/select-text.ts'
import { FormatBar } from './format-bar.tsx'
import type { FormatName } from './format-keys.ts'
import { formats, linkTo } from './markdown-commands.ts'
import { insertImage } from './markdown-uploads.ts'
import {
  createMarkdownView,
  describeError,
  readAnchor,
  selectRange,
  setReadOnly,
  setText,
} from './markdown-view.ts'
import { useLock } from './presence/lock.tsx'
import { PostLink } from './post-link.tsx'
import type { HistoryDepth, OpenEditor } from './use-content-history.ts'
import { useImageUploads } from './use-image-uploads.tsx'

export interface MarkdownFieldProps {
  initial: string
  line: number
  hintId: string
  errorId: string | undefined
  editorRef: (editor: OpenEditor) => void
  onChange: (text: string, depth: HistoryDepth) => void
  onUndo: () => boolean
  onRedo: () => boolean
  focused: boolean
  onLine: (line: number) => void
  onUploads: (change: 1 | -1) => void
  passages?: Passage[] | undefined
}

export function MarkdownField({
  initial,
  line,
  hintId,
  errorId,
  editorRef,
  focused,
  onChange,
  onUndo,
  onRedo,
  onLine,
  onUploads,
  passages,
}: MarkdownFieldProps) {
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const [linking, setLinking] = useState(false)
  const { locked } = useLock()

  const { insertAll, dialog } = useImageUploads({ onUploads, onClosed: () => view.current?.focus() })
  const insert = (files: File[], target: EditorView) =>
    insertAll(files, (file, upload) => insertImage(target, file, upload))

  const undoMore = useEffectEvent(onUndo)
  const redoMore = useEffectEvent(onRedo)
  const create = useEffectEvent((parent: Element) => {
    const created = createMarkdownView({
      parent,
      doc: initial,
      line,
      hintId,
      onChange,
      onUndo: undoMore,
      onRedo: redoMore,
      onLine,
      onFiles: (files, target) => void insert(files, target),
    })
    editorRef({
      focus: () => created.focus(),
      setText: (text, at) => setText(created, text, at),
    })
    if (focused) created.focus()
    return created
  })
  useEffect(() => {
    if (!container.current) return
    const created = create(container.current)
    view.current = created
    return () => created.destroy()
  }, [])

  useEffect(() => {
    if (view.current) describeError(view.current, errorId, hintId)
  }, [errorId, hintId])

  useEffect(() => {
    if (view.current && passages) showPassages(view.current, passages)
  }, [passages])

  useEffect(() => {
    if (view.current) setReadOnly(view.current, locked)
  }, [locked])

  // Waits for a frame, because the text pane may still be hidden.
  useSelectTextEvent((range) => requestAnimationFrame(() => view.current && selectRange(view.current, range)))

  useReadSelectionEvent(() => view.current && readAnchor(view.current))

  const applyFormat = (name: FormatName) => {
    if (!view.current) return
    formats.find((format) => format.name === name)?.run(view.current)
    view.current.focus()
  }

  return (
    <>
      <FormatBar
        onFormat={applyFormat}
        onImage={() => fileInput.current?.click()}
        onSearch={() => view.current && openSearchPanel(view.current)}
      >
        <PostLink
          onChoose={({ slug, title }) => view.current && linkTo(`/blog/${slug}`, title)(view.current)}
          onChosen={() => view.current?.focus()}
          open={linking}
          onOpen={setLinking}
        />
        <LibraryTool
          onChoose={(item) => view.current && insertMedia(view.current, item)}
          editor={() => view.current?.contentDOM}
        />
      </FormatBar>
      <ImageInput
        ref={fileInput}
        multiple
        onFiles={(files) => view.current && void insert(files, view.current)}
      />
      <div ref={container} className="editor-text" />
      {dialog}
    </>
  )
}
