'use client'

import './visual.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MediaItem } from '#contract/media.ts'
import type { FormatName } from '../format-keys.ts'
import { FormatBar } from '../format-bar.tsx'
import { acceptedImages } from '../images.ts'
import type { MarkdownFieldProps } from '../markdown-field.tsx'
import { PostLink, type Caret, type LinkedPost } from '../post-link.tsx'
import { useImageUploads } from '../use-image-uploads.tsx'
import { LibraryTool } from '../../media/library-button.tsx'
import { useHighlighted } from '../../notes/use-highlighted.ts'
import { useSelectTextEvent } from '../../writing/select-text.ts'
import { linkRange, replaceSource, setLink } from './commands.ts'
import { ContextBar } from './context-bar.tsx'
import type { LinkValue } from './dialogs.tsx'
import { FindPanel } from './find-panel.tsx'
import { useLock } from '../presence/lock.ts'
import { insertPicture, savePicture } from './pictures.ts'
import { selectionContext, type SelectionContext } from './selection-context.ts'
import { SlashList } from './slash-list.tsx'
import type { SlashItem, SlashMenu } from './slash-menu.ts'
import { insertImage } from './uploads.ts'
import { VisualDialog, type OpenDialog } from './visual-dialog.tsx'
import { createVisualEditor, textboxAttributes, type VisualEditor } from './visual-editor.ts'

interface VisualFieldProps extends MarkdownFieldProps {
  onUnreadable: (reason: string) => void
}

export function VisualField(props: VisualFieldProps) {
  const { initial, line, hintId, errorId, editorRef, onChange, onLine, onUploads, onUnreadable } = props
  const container = useRef<HTMLDivElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const [editor, setEditor] = useState<VisualEditor | null>(null)
  const current = useRef<VisualEditor>(null)
  const caret = useRef<Caret>({
    getBoundingClientRect() {
      const { left = 0, top = 0, bottom = 0 } = current.current?.caret() ?? {}
      return new DOMRect(left, top, 0, bottom - top)
    },
  })
  const [context, setContext] = useState<SelectionContext | null>(null)
  const [menu, setMenu] = useState<SlashMenu | null>(null)
  const [linking, setLinking] = useState<'bar' | 'text' | null>(null)
  const [finding, setFinding] = useState(false)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { locked } = useLock()
  useHighlighted(editor?.view.dom, props.passages)
  const focus = () => current.current?.view.focus()

  const find = () => {
    setFinding(true)
    document.querySelector<HTMLInputElement>('.visual-find-field')?.select()
  }

  const { insertAll, dialog } = useImageUploads({ onUploads, onClosed: focus })
  const insertFiles = async (files: File[]) => {
    const view = current.current?.view
    if (view) await insertAll(files, (file, upload) => insertImage(view, file, upload))
  }

  const editLink = () => {
    if (!current.current) return
    const { ctx, view } = current.current
    const { empty, href } = linkRange(ctx, view.state.selection)
    setOpen({ dialog: 'link', value: { href, text: empty ? '' : null } })
  }

  const editSelected = () => {
    if (!current.current) return
    const { ctx, view } = current.current
    const selected = selectionContext(ctx, view.state.selection)
    if (selected?.kind === 'link') editLink()
    else if (selected?.kind === 'picture')
      setOpen({ dialog: 'picture', pos: selected.pos, value: selected.picture })
    else if (selected?.kind === 'source')
      setOpen({ dialog: 'source', pos: selected.pos, value: selected.source })
  }

  const format = (name: FormatName) => {
    if (!current.current) return
    const { commands, view } = current.current
    if (name === 'Link') return editLink()
    commands.formats[name](view.state, view.dispatch, view)
    view.focus()
  }

  const runCommand = (name: 'taskList' | 'divider') => {
    if (!current.current) return
    const { commands, view } = current.current
    commands[name](view.state, view.dispatch, view)
  }

  const slashItems = (): SlashItem[] => [
    { label: 'Heading 2', keywords: 'h2 title', run: () => format('Heading 2') },
    { label: 'Heading 3', keywords: 'h3 subtitle', run: () => format('Heading 3') },
    { label: 'Bulleted list', keywords: 'ul unordered', run: () => format('Bulleted list') },
    { label: 'Numbered list', keywords: 'ol ordered', run: () => format('Numbered list') },
    { label: 'Task list', keywords: 'todo checkbox', run: () => runCommand('taskList') },
    { label: 'Quote', keywords: 'blockquote', run: () => format('Quote') },
    { label: 'Code block', keywords: 'pre program', run: () => format('Code') },
    { label: 'Table', keywords: 'grid', run: () => format('Table') },
    { label: 'Divider', keywords: 'hr rule line', run: () => runCommand('divider') },
    { label: 'Image', keywords: 'picture photo upload', run: () => fileInput.current?.click() },
    { label: 'Video or link', keywords: 'youtube vimeo embed url', run: editLink },
    { label: 'Link to a post', keywords: 'article', run: () => setLinking('text') },
  ]

  const undoMore = useEffectEvent(props.onUndo)
  const redoMore = useEffectEvent(props.onRedo)
  const create = useEffectEvent((parent: Element) =>
    createVisualEditor({
      parent,
      markdown: initial,
      line,
      attributes: textboxAttributes(hintId, errorId),
      slashItems: slashItems(),
      events: {
        onChange,
        onUndo: undoMore,
        onRedo: redoMore,
        onLink: editLink,
        onFind: find,
        onFiles: (files) => void insertFiles(files),
        onPostLink: () => setLinking('text'),
        onEdit: editSelected,
        onSlashMenu: setMenu,
        onSelection: ({ state }) => {
          const ctx = current.current?.ctx
          if (!ctx) return
          const next = selectionContext(ctx, state.selection)
          setContext((shown) => (JSON.stringify(shown) === JSON.stringify(next) ? shown : next))
        },
      },
    }),
  )
  const fail = useEffectEvent(onUnreadable)
  const start = useEffectEvent((created: VisualEditor) => {
    current.current = created
    setEditor(created)
    editorRef({
      focus: () => created.view.focus(),
      setText: (text, at) => {
        const reason = created.setText(text, at)
        if (reason) fail(reason)
      },
    })
    if (props.focused) created.view.focus()
  })

  useEffect(() => {
    const parent = container.current
    if (!parent) return
    let closed = false
    let created: VisualEditor | undefined
    void create(parent).then((result) => {
      created = result.editor
      if (result.editor === undefined) {
        if (!closed) fail(result.reason)
      } else if (closed) void result.editor.destroy()
      else start(result.editor)
    })
    return () => {
      closed = true
      void created?.destroy()
    }
  }, [])

  // Waits for a frame, because the text pane may still be hidden.
  useSelectTextEvent((range) => requestAnimationFrame(() => current.current?.goTo(range?.from ?? null)))

  useEffect(() => {
    const attributes = textboxAttributes(hintId, errorId)
    editor?.view.setProps({
      attributes: locked ? { ...attributes, 'aria-readonly': 'true', tabindex: '0' } : attributes,
      editable: () => !locked,
    })
  }, [editor, errorId, hintId, locked])

  const saveLink = ({ href, text }: LinkValue) => {
    if (editor) setLink(editor.ctx, href, text ?? '')(editor.view.state, editor.view.dispatch)
  }

  const linkPost = ({ slug, title }: LinkedPost) => {
    if (!editor) return
    const { ctx, view } = editor
    const { $from } = view.state.selection
    if ($from.parent.textBetween(0, $from.parentOffset, undefined, ' ').endsWith('[['))
      view.dispatch(view.state.tr.delete($from.pos - 2, $from.pos))
    setLink(ctx, `/blog/${slug}`, title)(view.state, view.dispatch)
  }

  const insertMedia = ({ url, alt, caption }: MediaItem) => {
    const view = current.current?.view
    if (view) insertPicture(view, view.state.selection.from, { src: url, alt, caption })
  }

  const saveSource = (pos: number, source: string) => {
    if (editor) replaceSource(editor, pos, source)
  }

  return (
    <>
      <FormatBar onFormat={format} onImage={() => fileInput.current?.click()} onSearch={find}>
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
      <input
        ref={fileInput}
        type="file"
        accept={acceptedImages}
        multiple
        hidden
        onChange={({ target }) => {
          void insertFiles(Array.from(target.files ?? []))
          target.value = ''
        }}
      />
      <div ref={container} className="visual" onBlur={() => editor && onLine(editor.line())} />
      {menu && <SlashList {...menu} />}
      {open && (
        <VisualDialog
          open={open}
          onClose={() => setOpen(null)}
          onClosed={focus}
          onSaveLink={saveLink}
          onSavePicture={(pos, picture) => editor && savePicture(editor.view, pos, picture)}
          onSaveSource={saveSource}
        />
      )}
      {dialog}
    </>
  )
}
