import { type EditorState, Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import type { EditorView } from '@milkdown/kit/prose/view'

export interface SlashItem {
  label: string
  keywords: string
  run: () => void
}

export interface SlashMenu {
  items: SlashItem[]
  active: number
  left: number
  top: number
  bottom: number
  choose: (index: number) => void
}

const key = new PluginKey('slash-menu')
export const slashMenuId = 'visual-slash-menu'
export const slashOptionId = (index: number) => `${slashMenuId}-${index}`

function slashQuery(state: EditorState): string | null {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type.name !== 'paragraph' || isInTable(state)) return null
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  return $from.parentOffset === $from.parent.content.size
    ? (/^\/([\w ]{0,20})$/.exec(text)?.[1] ?? null)
    : null
}

const matches = (items: SlashItem[], query: string) => {
  const words = query.toLowerCase().trim()
  return items.filter(
    ({ label, keywords }) =>
      `${label} ${keywords}`
        .toLowerCase()
        .split(' ')
        .some((word) => word.startsWith(words)) || label.toLowerCase().startsWith(words),
  )
}

export function slashMenu(items: SlashItem[], show: (menu: SlashMenu | null) => void): Plugin {
  let open: { items: SlashItem[]; active: number } | null = null
  let dismissed = false

  const render = (view: EditorView) => {
    const attributes = {
      'aria-activedescendant': open && slashOptionId(open.active),
      'aria-controls': open && slashMenuId,
      'aria-autocomplete': open && 'list',
    }
    for (const [name, value] of Object.entries(attributes))
      if (value) view.dom.setAttribute(name, value)
      else view.dom.removeAttribute(name)
    if (!open) return show(null)
    const { left, top, bottom } = view.coordsAtPos(view.state.selection.$from.start())
    show({ ...open, left, top, bottom, choose: (index) => choose(view, index) })
  }
  const close = (view: EditorView) => {
    if (!open) return
    open = null
    render(view)
  }
  const choose = (view: EditorView, index: number) => {
    const item = open?.items[index]
    const { $from } = view.state.selection
    close(view)
    view.dispatch(view.state.tr.delete($from.start(), $from.pos))
    view.focus()
    item?.run()
  }

  return new Plugin({
    key,
    view: (view) => {
      // The text scrolls to the cursor after the menu opens.
      const follow = ({ target }: Event) => {
        if (open && target instanceof Node && target.contains(view.dom)) render(view)
      }
      document.addEventListener('scroll', follow, true)
      return {
        update: (view) => {
          const query = slashQuery(view.state)
          if (query === null) dismissed = false
          const found = query === null || dismissed ? [] : matches(items, query)
          if (found.length === 0) return close(view)
          const isSame =
            open?.items.length === found.length && open.items.every((item, at) => item === found[at])
          if (isSame) return
          open = { items: found, active: 0 }
          render(view)
        },
        destroy: () => {
          document.removeEventListener('scroll', follow, true)
          show(null)
        },
      }
    },
    props: {
      handleDOMEvents: {
        blur: (view) => close(view),
        keydown: (view, event) => {
          if (!open || event.key !== 'Escape') return false
          event.preventDefault()
          dismissed = true
          close(view)
          return true
        },
      },
      handleKeyDown: (view, event) => {
        if (!open) return false
        const { length } = open.items
        const step = { ArrowDown: 1, ArrowUp: length - 1 }[event.key]
        if (step !== undefined) open = { ...open, active: (open.active + step) % length }
        else if (event.key === 'Enter') {
          choose(view, open.active)
          return true
        } else return false
        render(view)
        return true
      },
    },
  })
}
