import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { areEqual } from '../../merge-fields.ts'
import type { MarkdownFieldProps } from '../markdown-field.tsx'
import { useLock } from '../presence/lock.tsx'
import { selectionContext, type SelectionContext } from './selection-context.ts'
import type { SlashItem, SlashMenu } from './slash-menu.ts'
import {
  createVisualEditor,
  textboxAttributes,
  type VisualEditor,
  type VisualEvents,
} from './visual-editor.ts'

type Events = Pick<VisualEvents, 'onLink' | 'onFind' | 'onFiles' | 'onTooLong' | 'onPostLink' | 'onEdit'>

interface VisualEditorOptions {
  field: MarkdownFieldProps
  events: Events
  slashItems: () => SlashItem[]
  onUnreadable: (reason: string) => void
}

export function useVisualEditor(
  instanceRef: RefObject<VisualEditor | null>,
  { field, events, slashItems, onUnreadable }: VisualEditorOptions,
) {
  const { hintId, errorId } = field
  const container = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<VisualEditor | null>(null)
  const [context, setContext] = useState<SelectionContext | null>(null)
  const [menu, setMenu] = useState<SlashMenu | null>(null)
  const { locked } = useLock()

  const undoMore = useEffectEvent(field.onUndo)
  const redoMore = useEffectEvent(field.onRedo)
  const create = useEffectEvent((parent: Element) =>
    createVisualEditor({
      parent,
      markdown: field.initial,
      line: field.line,
      attributes: textboxAttributes(hintId, errorId),
      slashItems: slashItems(),
      events: {
        ...events,
        onChange: field.onChange,
        onUndo: undoMore,
        onRedo: redoMore,
        onSlashMenu: setMenu,
        onSelection: ({ state }) => {
          const ctx = instanceRef.current?.ctx
          if (!ctx) return
          const next = selectionContext(ctx, state.selection)
          setContext((shown) => (areEqual(shown, next) ? shown : next))
        },
      },
    }),
  )
  const fail = useEffectEvent(onUnreadable)
  const start = useEffectEvent((created: VisualEditor) => {
    instanceRef.current = created
    setEditor(created)
    field.editorRef({
      focus: () => created.view.focus(),
      setText: (text, at) => {
        const reason = created.setText(text, at)
        if (reason) fail(reason)
      },
    })
    if (field.focused) created.view.focus()
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

  useEffect(() => {
    const attributes = textboxAttributes(hintId, errorId)
    editor?.view.setProps({
      attributes: locked ? { ...attributes, 'aria-readonly': 'true', tabindex: '0' } : attributes,
      editable: () => !locked,
    })
  }, [editor, errorId, hintId, locked])

  return { container, editor, context, menu }
}
