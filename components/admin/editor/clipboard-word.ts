import { rename, styleOf } from './clipboard-elements.ts'

/** Comments of reviewers with their marks in the text, and tracked deletions. */
const review = '.MsoCommentReference,[style*="mso-element:comment-list"],del[cite][datetime]'

const markSpan = '[style*="mso-list:Ignore"],[style*="mso-list: Ignore"]'

/** Word writes list items as paragraphs with their level in a style and their mark in the text. */
function nestParagraphs(body: Element) {
  let open: { list: Element; level: number; id: string }[] = []
  let last: Element | null = null
  for (const paragraph of body.querySelectorAll('p')) {
    const [id, digit] = /mso-list: ?\w+ level(\d)(?: lfo\d+)?/.exec(styleOf(paragraph)) ?? []
    const level = Number(digit ?? 0)
    if (id === undefined || level === 0) continue
    if (last === null || paragraph.previousElementSibling !== last) open = []
    const mark = paragraph.querySelector(markSpan)
    const text = (mark?.textContent ?? '').trim()
    mark?.remove()
    const isNumbered = /^(\d+|[a-z]+)[.)]/i.test(text)
    const continues = ({ list, id: listId }: { list: Element; id: string }) =>
      text === '' || (list.tagName === 'OL' ? isNumbered && listId === id : !isNumbered)
    open = open.filter((outer) => outer.level < level || (outer.level === level && continues(outer)))
    let current = open.at(-1)
    if (current?.level !== level) {
      const list = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
      const parentItem = current?.list.lastElementChild
      if (parentItem) parentItem.append(list)
      else {
        const [, start = '1'] = /(\d+)[.)]?$/.exec(text) ?? []
        if (isNumbered && Number(start) > 1) list.setAttribute('start', start)
        paragraph.before(list)
        last = list
      }
      current = { list, level, id }
      open.push(current)
    }
    current.list.append(paragraph)
    rename(paragraph, 'li')
  }
}

/** Replaces what only Word writes by elements that every program writes. */
export function cleanWord(body: Element) {
  for (const element of body.querySelectorAll(review)) element.remove()
  for (const mark of body.querySelectorAll(`:is(h1,h2,h3,h4,h5,h6) :is(${markSpan})`))
    if (!/[\p{L}\d]/u.test(mark.textContent ?? '')) mark.remove()
  nestParagraphs(body)
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1')
}
