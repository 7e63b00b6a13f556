'use client'

import type { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from 'sonner'
import { acceptedImages } from './image-file.ts'
import { insertImage } from './insert-images.ts'
import { formats, type FormatName } from './markdown-commands.ts'
import { createMarkdownView, tellError } from './markdown-view.ts'
import { editorTexts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'

export interface MarkdownFieldProps {
  /** Read once: after that the text is CodeMirror's own, and `onChange` says what it is. */
  initial: string
  hintId: string
  errorId: string | undefined
  onChange: (text: string) => void
  /** How many images are on their way. */
  onUploads: (change: 1 | -1) => void
}

export function MarkdownField({ initial, hintId, errorId, onChange, onUploads }: MarkdownFieldProps) {
  const holder = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const chooser = useRef<HTMLInputElement>(null)

  const insert = async (files: File[], into: EditorView) => {
    for (const file of files) {
      onUploads(1)
      try {
        await insertImage(into, file)
      } catch (error) {
        toast.error(editorTexts.notUploaded, {
          description: error instanceof Error ? error.message : undefined,
        })
      } finally {
        onUploads(-1)
      }
    }
  }

  const create = useEffectEvent((parent: Element) =>
    createMarkdownView({
      parent,
      doc: initial,
      hintId,
      onChange,
      onFiles: (files, into) => void insert(files, into),
    }),
  )
  useEffect(() => {
    if (!holder.current) return
    const created = create(holder.current)
    view.current = created
    return () => created.destroy()
  }, [])

  useEffect(() => {
    if (view.current) tellError(view.current, errorId, hintId)
  }, [errorId, hintId])

  const format = (name: FormatName) => {
    if (!view.current) return
    formats.find((candidate) => candidate.name === name)?.run(view.current)
    view.current.focus()
  }

  return (
    <>
      <div className="editor-bar">
        <Toolbar onFormat={format} onImage={() => chooser.current?.click()} />
        <input
          ref={chooser}
          type="file"
          accept={acceptedImages}
          multiple
          hidden
          onChange={({ target }) => {
            if (view.current) void insert(Array.from(target.files ?? []), view.current)
            target.value = ''
          }}
        />
      </div>
      <div ref={holder} className="editor-text" />
    </>
  )
}
