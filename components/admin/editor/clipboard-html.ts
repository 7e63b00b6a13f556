import { normalizeCode } from './clipboard-code.ts'
import { blocks, isBlock, isElement, rename, styleOf, unwrap, wrapContent } from './clipboard-elements.ts'
import { normalizeLists } from './clipboard-lists.ts'
import { normalizeMedia } from './clipboard-media.ts'
import { cleanSlack } from './clipboard-slack.ts'
import { cleanWord } from './clipboard-word.ts'

const hidden = 'style,script,meta,title,link,xml,template,noscript,button,svg,.Apple-interchange-newline'

function removeHidden(body: Element) {
  for (const element of body.querySelectorAll(hidden)) element.remove()
  for (const element of body.querySelectorAll('*')) if (element.tagName.includes(':')) unwrap(element)
  for (const element of body.querySelectorAll('[style]'))
    if (/(^|; ?)(display: ?none|mso-hide: ?all)/.test(styleOf(element))) element.remove()
  const text = body.ownerDocument.createTreeWalker(body, 4)
  while (text.nextNode()) {
    const { currentNode: node } = text
    node.textContent = (node.textContent ?? '').replace(/\u00a0/g, ' ').replace(/[\u200b\ufeff]/g, '')
  }
}

/** KaTeX writes each formula for screen readers, as TeX, and for the screen. */
function formulasToTex(body: Element) {
  for (const source of body.querySelectorAll('annotation[encoding="application/x-tex"]')) {
    const formula = source.closest('.katex') ?? source.closest('math')
    formula?.replaceWith(source.textContent ?? '')
  }
  for (const formula of body.querySelectorAll('.katex-display')) rename(formula, 'div')
}

/** Google Docs wraps everything in a bold element of normal weight. */
function stylesToElements(body: Element) {
  for (const element of body.querySelectorAll('b,strong,i,em')) {
    const isBold = /^(B|STRONG)$/.test(element.tagName)
    const cancelled = isBold ? /font-weight: ?(normal|[1-5]00)/ : /font-style: ?normal/
    if (cancelled.test(styleOf(element))) unwrap(element)
  }
  for (const element of body.querySelectorAll('span[style],font[style],a[style]')) {
    const style = styleOf(element)
    if (element.closest('pre,code')) continue
    if (/font-weight: ?(bold|[6-9]00)/.test(style)) wrapContent(element, 'strong')
    if (/font-style: ?italic/.test(style)) wrapContent(element, 'em')
    if (/text-decoration[\w-]*: ?[\w ]*line-through/.test(style)) wrapContent(element, 'del')
    const [, shift] = /vertical-align: ?(super|sub)\b/.exec(style) ?? []
    if (shift && !element.closest('sup,sub')) wrapContent(element, shift === 'sub' ? 'sub' : 'sup')
  }
  for (const element of body.querySelectorAll('h1,h2,h3,h4,h5,h6'))
    for (const bold of element.querySelectorAll('b,strong')) unwrap(bold)
}

function shiftHeadings(body: Element) {
  if (!body.querySelector('h1')) return
  for (const level of [5, 4, 3, 2, 1])
    for (const heading of body.querySelectorAll(`h${level}`)) rename(heading, `h${level + 1}`)
}

function siblingOf(node: Node, side: 'previousSibling' | 'nextSibling'): Node | null {
  let sibling = node[side]
  while (sibling && !isElement(sibling) && !sibling.textContent?.trim()) sibling = sibling[side]
  return sibling
}

/** Removes line breaks beside and at the end of blocks, and moves those at the end of inline elements behind them. */
function normalizeLineBreaks(body: Element) {
  for (const lineBreak of body.querySelectorAll('br')) {
    let last: Element = lineBreak
    for (let parent = last.parentElement; parent && parent !== body; parent = parent.parentElement) {
      if (isBlock(parent) || siblingOf(last, 'nextSibling')) break
      last = parent
    }
    const next = siblingOf(last, 'nextSibling')
    if (!next || isBlock(next) || isBlock(siblingOf(lineBreak, 'previousSibling'))) lineBreak.remove()
    else if (last !== lineBreak) last.after(lineBreak)
  }
}

function linkText(parent: Element, link: Element) {
  let linked: Node | null = null
  for (const node of [...parent.childNodes]) {
    if (isElement(node) && (node.matches(blocks) || node.querySelector(blocks))) {
      linked = null
      if (node.tagName !== 'PRE') linkText(node, link)
    } else if (linked) linked.appendChild(node)
    else if (isElement(node) || node.textContent?.trim()) {
      linked = link.cloneNode()
      node.replaceWith(linked)
      linked.appendChild(node)
    }
  }
}

/** In Markdown, neither headings nor links contain blocks. */
function normalizeNesting(body: Element) {
  for (const block of body.querySelectorAll(':is(h1,h2,h3,h4,h5,h6) :is(p,div)')) {
    block.before(' ')
    unwrap(block)
  }
  for (const link of body.querySelectorAll('a')) {
    if (!link.querySelector(blocks)) continue
    linkText(link, link)
    unwrap(link)
  }
}

function normalizeInline(body: Element) {
  for (const element of body.querySelectorAll('b,strong,i,em,del,s,sup,sub')) {
    if (element.querySelector(blocks)) unwrap(element)
    else {
      let next = element.nextSibling
      while (next?.nodeName === element.tagName) {
        element.append(...next.childNodes)
        next.remove()
        next = element.nextSibling
      }
    }
  }
}

/** Simplifies copied HTML: styles and classes of word processors become elements. */
export function cleanHtml(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  cleanWord(body)
  cleanSlack(body)
  removeHidden(body)
  formulasToTex(body)
  normalizeMedia(body)
  stylesToElements(body)
  normalizeLists(body)
  shiftHeadings(body)
  normalizeNesting(body)
  normalizeInline(body)
  normalizeCode(body)
  normalizeLineBreaks(body)
  return body
}
