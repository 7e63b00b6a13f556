import { rename } from './clipboard-elements.ts'

const indentOf = (list: Element) => Number(list.getAttribute('data-indent'))

/** Slack writes the list within an item as the next list, with its level in an attribute. */
function nestList(list: Element) {
  let outer = list.previousElementSibling
  let inner = outer
  while (inner?.matches('[data-indent]') && indentOf(inner) <= indentOf(list)) {
    outer = inner
    inner = inner.lastElementChild?.lastElementChild ?? null
  }
  if (!outer?.matches('[data-indent]')) return
  if (indentOf(outer) < indentOf(list)) outer.lastElementChild?.append(list)
  else if (indentOf(outer) > indentOf(list) || outer.tagName !== list.tagName) outer.after(list)
  else {
    outer.append(...list.children)
    list.remove()
  }
}

export function cleanSlack(body: Element) {
  for (const end of body.querySelectorAll('[data-stringify-type="paragraph-break"]')) rename(end, 'div')
  for (const list of body.querySelectorAll(':is(ul,ol)[data-indent]')) nestList(list)
}
