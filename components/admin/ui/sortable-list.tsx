'use client'

import './sortable-list.css'
import { GripVertical } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { moveId, useRowDrag } from './use-row-drag.ts'

interface SortableItem {
  id: string
  name: string
}

export interface RowPlace {
  position: number
  count: number
  moveTo: (position: number) => void
}

interface SortableListProps<Item extends SortableItem> {
  label: string
  items: Item[]
  onReorder: (ids: string[]) => void
  children: (item: Item, place: RowPlace) => ReactNode
}

export function SortableList<Item extends SortableItem>(props: SortableListProps<Item>) {
  const { label, items, onReorder, children } = props
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ id: string; control: string } | null>(null)
  const hintId = useId()
  const [announcement, setAnnouncement] = useState('')
  // The new order until the parent updates the items.
  const [pending, setPending] = useState<{ items: Item[]; ids: string[] } | null>(null)
  if (pending && pending.items !== items) setPending(null)
  const byId = new Map(items.map((item) => [item.id, item]))
  const stored = pending?.items === items ? pending.ids : items.map(({ id }) => id)

  const announce = (id: string, ids: string[]) =>
    setAnnouncement(`${byId.get(id)?.name}: position ${ids.indexOf(id) + 1} of ${ids.length}`)
  const reorder = (id: string, ids: string[]) => {
    announce(id, ids)
    if (ids.join() === stored.join()) return
    setPending({ items, ids })
    onReorder(ids)
  }
  const { drag, start } = useRowDrag(list, stored, (id, ids, dropped) => {
    controlOf(list.current, id, 'handle')?.focus({ preventScroll: true })
    if (dropped) reorder(id, ids)
    else announce(id, ids)
  })
  const shown = (drag?.ids ?? stored).flatMap((id) => byId.get(id) ?? [])
  const count = shown.length

  // Browsers blur an element that moves in the document.
  useEffect(() => {
    if (moved) controlOf(list.current, moved.id, moved.control)?.focus()
  }, [moved])

  const moveTo = (id: string, to: number) => {
    if (to < 0 || to >= count || shown[to]?.id === id) return
    const control = document.activeElement?.closest('[data-control]')?.getAttribute('data-control')
    setMoved({ id, control: control ?? 'handle' })
    reorder(id, moveId(stored, id, to))
  }
  return (
    <>
      <p id={hintId} className="text-sm text-muted">
        Drag a row by its handle, or press the up and down arrow keys on it.
      </p>
      <ol ref={list} aria-label={label} className="sortable-list" data-dragging={drag !== null || undefined}>
        {shown.map((item, position) => (
          <li key={item.id} data-row data-id={item.id} data-dragged={drag?.id === item.id || undefined}>
            <button
              type="button"
              className="staff-icon-button sortable-handle"
              title="Drag, or use the arrow keys"
              data-control="handle"
              aria-label={`Move ${item.name}, position ${position + 1} of ${count}, with the arrow keys`}
              aria-describedby={hintId}
              onPointerDown={(event) => start(event, item.id)}
              onKeyDown={(event) => {
                const to = destination(event.key, position, count)
                if (to === undefined || drag) return
                event.preventDefault()
                moveTo(item.id, to)
              }}
            >
              <GripVertical className="size-5" aria-hidden="true" />
            </button>
            {children(item, { position, count, moveTo: (to) => moveTo(item.id, to) })}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

const controlOf = (list: HTMLElement | null, id: string, control: string) =>
  list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] [data-control="${control}"]`)

function destination(key: string, position: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowUp: position - 1,
    ArrowDown: position + 1,
    Home: 0,
    End: count - 1,
  }
  return steps[key]
}
