'use client'

import './visual.css'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { findRanges } from '#components/notes/page-text.ts'
import type { MediaItem } from '#contract/media.ts'
import { ImageInput } from '../../media/image-input.tsx'
import type { FormatName } from '../format-keys.ts'
import { FormatBar } from '../format-bar.tsx'
import type { MarkdownFieldProps } from '../markdown-field.tsx'
import { PostLink, type Caret, type LinkedPost } from '../post-link.tsx'
import { useImageUploads } from '../use-image-uploads.tsx'
import { LibraryTool } from '../../media/library-button.tsx'
import type { Passage } from '../../notes/use-notes.ts'
import { useSelectTextEvent } from '../../writing/select-text.ts'
import { insertPostLink } from './commands.ts'
import { ContextBar } from './context-bar.tsx'
import { FindPanel } from './find-panel.tsx'
import { insertPicture } from './pictures.ts'
import { listSlashItems } from './slash-items.ts'
import { SlashList } from './slash-list.tsx'
import { insertImage } from './uploads.ts'
import { useVisualDialog } from './use-visual-dialog.tsx'
import { useVisualEditor } from './use-visual-editor.ts'
import type { VisualEditor } from './visual-editor.ts'

const HIGHLIGHT = 'note-passage'

/** Highlights passages without changing the DOM, which an editor would treat as input. */
function useHighlighted(root: HTMLElement | undefined, passages: Passage[] | undefined) {
  useEffect(() => {
    if (!root || !passages || !('highlights' in CSS)) return
    CSS.highlights.set(HIGHLIGHT, new Highlight(...findRanges(root, passages).values()))
    return () => void CSS.highlights.delete(HIGHLIGHT)
  }, [root, passages])
}

interface VisualFieldProps extends MarkdownFieldProps {
  onUnreadable: (reason: string) => void
}

export function VisualField({ onUnreadable, ...field }: VisualFieldProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const current = useRef<VisualEditor>(null)
  const caret = useRef<Caret>({
    getBoundingClientRect() {
      const { left = 0, top = 0, bottom = 0 } = current.current?.caret() ?? {}
      return new DOMRect(left, top, 0, bottom - top)
    },
  })
  const [linking, setLinking] = useState<'bar' | 'text' | null>(null)
  const [finding, setFinding] = useState(false)
  const focus = () => current.current?.view.focus()
  const chooseImages = () => fileInput.current?.click()

  const find = () => {
    setFinding(true)
    document.querySelector<HTMLInputElement>('.visual-find-field')?.select()
  }

  const { insertAll, dialog: uploadDialog } = useImageUploads({ onUploads: field.onUploads, onClosed: focus })
  const insertFiles = async (files: File[], view = current.current?.view) => {
    if (view) await insertAll(files, (file, upload) => insertImage(view, file, upload))
  }

  const { editLink, editSelected, dialog } = useVisualDialog(current, focus)

  const format = (name: FormatName) => {
    if (!current.current) return
    const { commands, view } = current.current
    if (name === 'Link') return editLink()
    if (!commands.formats[name](view.state, view.dispatch, view)) toast.info(`${name} cannot be used here.`)
    view.focus()
  }

  const runCommand = (name: 'taskList' | 'divider') => {
    if (!current.current) return
    const { commands, view } = current.current
    commands[name](view.state, view.dispatch, view)
  }

  const { container, editor, context, menu } = useVisualEditor(current, {
    field,
    onUnreadable,
    slashItems: () =>
      listSlashItems({ format, runCommand, chooseImages, editLink, linkPost: () => setLinking('text') }),
    events: {
      onLink: editLink,
      onFind: find,
      onFiles: (files, view) => void insertFiles(files, view),
      onTooLong: () =>
        toast.error('This text is too long for the visual editor. Change to Markdown to paste it.'),
      onPostLink: () => setLinking('text'),
      onEdit: editSelected,
    },
  })
  useHighlighted(editor?.view.dom, field.passages)

  useSelectTextEvent((range) => requestAnimationFrame(() => current.current?.goTo(range?.from ?? null)))

  const linkPost = ({ slug, title }: LinkedPost) => {
    if (editor) insertPostLink(editor, `/blog/${slug}`, title)
  }

  const insertMedia = ({ url, alt, caption }: MediaItem) => {
    const view = current.current?.view
    if (view) insertPicture(view, view.state.selection.from, { src: url, alt, caption })
  }

  return (
    <>
      <FormatBar onFormat={format} onImage={chooseImages} onSearch={find}>
        <PostLink
          onChoose={linkPost}
          onChosen={focus}
          open={linking !== null}
          onOpen={(next) => setLinking(next ? 'bar' : null)}
          caret={linking === 'text' ? caret : undefined}
        />
        <LibraryTool onChoose={insertMedia} editor={() => current.current?.view.dom} />
      </FormatBar>
      {editor && finding && (
        <FindPanel
          view={editor.view}
          onClose={() => {
            setFinding(false)
            focus()
          }}
        />
      )}
      {editor && <ContextBar editor={editor} context={context} onEdit={editSelected} />}
      <ImageInput ref={fileInput} multiple onFiles={(files) => void insertFiles(files)} />
      <div ref={container} className="visual" onBlur={() => editor && field.onLine(editor.line())} />
      {menu && <SlashList {...menu} />}
      {dialog}
      {uploadDialog}
    </>
  )
}
