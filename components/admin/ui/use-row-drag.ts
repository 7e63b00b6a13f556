import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Distance from the edge of the viewport, in pixels, at which dragging scrolls the page. */
const EDGE = 80
const MAX_SCROLL_PER_SECOND = 1200

interface RowDrag {
  id: string
  ids: string[]
}

export function moveId(ids: string[], id: string, to: number): string[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, id)
}

/** From -1 at the upper edge to 1 at the lower one. */
function edgeShare(y: number): number {
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  const above = top + EDGE - y
  const below = y - (window.innerHeight - EDGE)
  return below > 0 ? Math.min(1, below / EDGE) : -Math.max(0, Math.min(1, above / EDGE))
}

export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  ids: string[],
  onEnd: (id: string, ids: string[], dropped: boolean) => void,
) {
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const cancel = useRef<() => void>(null)
  useEffect(() => () => cancel.current?.(), [])

  const start = (event: ReactPointerEvent<HTMLElement>, id: string) => {
    const { currentTarget: handle, clientY: startY, pointerId } = event
    const element = list.current
    const row = handle.closest('li')
    if (event.button !== 0 || !element || !row || cancel.current) return
    event.preventDefault()
    // The list captures the pointer, because moving a row in the document would release it.
    element.setPointerCapture(pointerId)
    const grabbedAt = startY - row.getBoundingClientRect().top
    const controller = new AbortController()
    const { signal } = controller
    let order = ids
    let y = startY
    let frame = 0

    const update = () => {
      const others = [...element.children].filter((other) => other !== row)
      const to = others.filter((other) => {
        const { top, height } = other.getBoundingClientRect()
        return y > top + height / 2
      }).length
      if (order.indexOf(id) !== to) {
        order = moveId(order, id, to)
        flushSync(() => setDrag({ id, ids: order }))
      }
      row.style.translate = ''
      row.style.translate = `0 ${y - grabbedAt - row.getBoundingClientRect().top}px`
    }
    const scroll = (time: number, before = time) => {
      const share = edgeShare(y)
      const pixels = (share * MAX_SCROLL_PER_SECOND * (time - before)) / 1000
      if (share * (y - startY) > 0 && pixels !== 0) {
        window.scrollBy({ top: Math.sign(pixels) * Math.ceil(Math.abs(pixels)), behavior: 'instant' })
        update()
      }
      frame = requestAnimationFrame((next) => scroll(next, time))
    }
    const finish = (dropped: boolean) => {
      cancel.current = null
      controller.abort()
      cancelAnimationFrame(frame)
      row.style.translate = ''
      setDrag(null)
      onEnd(id, dropped ? order : ids, dropped)
    }
    const on = (
      type: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture',
      run: () => void,
    ) =>
      element.addEventListener(
        type,
        (pointer) => {
          if (pointer.pointerId !== pointerId) return
          y = pointer.clientY
          run()
        },
        { signal },
      )
    on('pointermove', update)
    on('pointerup', () => finish(true))
    on('pointercancel', () => finish(false))
    on('lostpointercapture', () => finish(false))
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && finish(false), { signal })
    cancel.current = () => {
      controller.abort()
      cancelAnimationFrame(frame)
    }
    setDrag({ id, ids: order })
    frame = requestAnimationFrame((time) => scroll(time))
  }
  return { drag, start }
}
