import { useEffect, useRef } from 'react'
import { slashMenuId, slashOptionId, type SlashMenu } from './slash-menu.ts'

const MAX_HEIGHT = 320
const WIDTH = 256

/** Focus stays in the text, which refers to the active option. */
export function SlashList({ items, active, left, top, bottom, choose }: SlashMenu) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const isAbove = bottom + MAX_HEIGHT > window.innerHeight && top > window.innerHeight / 2
  const place = isAbove ? { bottom: window.innerHeight - top + 4 } : { top: bottom + 4 }
  const maxHeight = Math.min(MAX_HEIGHT, (isAbove ? top : window.innerHeight - bottom) - 8)
  return (
    <>
      <p role="status" className="sr-only">
        {`${items[active]?.label}, ${active + 1} of ${items.length}`}
      </p>
      <ul
        ref={list}
        id={slashMenuId}
        role="listbox"
        aria-label="Blocks"
        className="staff-menu visual-slash"
        style={{ ...place, maxHeight, left: Math.max(8, Math.min(left, window.innerWidth - WIDTH - 8)) }}
      >
        {items.map(({ label }, index) => (
          <li
            key={label}
            id={slashOptionId(index)}
            role="option"
            aria-selected={index === active}
            className="staff-menu-item"
            tabIndex={-1}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(index)
            }}
          >
            {label}
          </li>
        ))}
      </ul>
    </>
  )
}
