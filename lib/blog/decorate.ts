import anyAscii from 'any-ascii'
import hljs from 'highlight.js/lib/common'

export interface Heading {
  id: string
  text: string
  level: 2 | 3
}

const ANCHOR_PREFIX = 'section-'

const slugOf = (text: string) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'part'

function replaceTag(element: Element, tag: string): Element {
  const replacement = element.ownerDocument.createElement(tag)
  replacement.append(...element.childNodes)
  element.replaceWith(replacement)
  return replacement
}

/** In the order of the text. One look at all elements costs far less than selectors do outside a browser. */
const elementsOf = (root: Element, ...tagNames: string[]) =>
  Array.from(root.getElementsByTagName('*')).filter((element) => tagNames.includes(element.localName))

/** Ids for headings, and a link to each. The page's only h1 is its title. */
function anchorHeadings(root: Element, withLinks: boolean): Heading[] {
  for (const title of elementsOf(root, 'h1')) replaceTag(title, 'h2')
  const taken = new Map<string, number>()
  const headings: Heading[] = []
  for (const heading of elementsOf(root, 'h2', 'h3', 'h4')) {
    const text = heading.textContent.trim()
    const slug = slugOf(text)
    const count = (taken.get(slug) ?? 0) + 1
    taken.set(slug, count)
    const id = `${ANCHOR_PREFIX}${slug}${count > 1 ? `-${count}` : ''}`
    heading.id = id
    if (heading.tagName !== 'H4') headings.push({ id, text, level: heading.tagName === 'H2' ? 2 : 3 })
    if (!withLinks) continue
    const link = root.ownerDocument.createElement('a')
    link.href = `#${id}`
    link.className = 'anchor'
    link.setAttribute('aria-label', `Link to “${text}”`)
    link.textContent = '#'
    heading.append(' ', link)
  }
  return headings
}

function colourCode(root: Element) {
  for (const code of elementsOf(root, 'code')) {
    const language = code.className.slice('language-'.length).toLowerCase()
    if (code.parentElement?.localName !== 'pre' || !hljs.getLanguage(language)) continue
    // The highlighter escapes what it is given and writes spans of its own around it.
    code.innerHTML = hljs.highlight(code.textContent, { language }).value
  }
  for (const block of elementsOf(root, 'pre')) block.setAttribute('tabindex', '0')
}

function wrapTables(root: Element) {
  for (const table of elementsOf(root, 'table')) {
    const caption = elementsOf(table, 'caption')[0]?.textContent.trim()
    const region = root.ownerDocument.createElement('div')
    region.className = 'table-scroll'
    region.tabIndex = 0
    region.setAttribute('role', 'region')
    region.setAttribute('aria-label', caption || 'Table')
    table.replaceWith(region)
    region.append(table)
  }
}

const videoAttributes = {
  sandbox: 'allow-scripts allow-same-origin allow-presentation',
  loading: 'lazy',
  referrerpolicy: 'strict-origin-when-cross-origin',
  allow: 'fullscreen; picture-in-picture',
}

function completeMedia(root: Element) {
  for (const element of elementsOf(root, 'img', 'iframe', 'a')) {
    const missing = (name: string) => !element.hasAttribute(name)
    if (element.localName === 'img') {
      element.setAttribute('loading', 'lazy')
      element.setAttribute('decoding', 'async')
      if (missing('alt')) element.setAttribute('alt', '')
    } else if (element.localName === 'iframe') {
      for (const [name, value] of Object.entries(videoAttributes)) element.setAttribute(name, value)
      if (missing('title')) element.setAttribute('title', 'Video')
    } else if (/^(https?:)?\/\//i.test(element.getAttribute('href') ?? '')) {
      element.setAttribute('rel', 'noopener noreferrer')
    }
  }
}

function makeAbsolute(root: Element, base: string) {
  for (const element of elementsOf(root, 'a', 'img', 'iframe'))
    for (const name of ['href', 'src']) {
      const address = element.getAttribute(name)
      if (address !== null && URL.canParse(address, base))
        element.setAttribute(name, new URL(address, base).href)
    }
}

/** Adds to sanitised content what is ours, by the DOM alone. Answers its second and third level headings. */
export function decorate(root: Element, base?: string): Heading[] {
  completeMedia(root)
  if (base) makeAbsolute(root, base)
  else {
    colourCode(root)
    wrapTables(root)
  }
  return anchorHeadings(root, !base)
}
