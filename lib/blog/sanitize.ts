import DOMPurify from 'isomorphic-dompurify'

const embedHosts =
  /^https:\/\/(www\.youtube-nocookie\.com\/embed|player\.vimeo\.com\/video)\/[A-Za-z0-9_-]+([?][A-Za-z0-9_=&;-]*)?$/
const languageClass = /^language-[a-z0-9+#-]{1,30}$/i

const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...[
      'a',
      'em',
      'strong',
      'b',
      'i',
      'u',
      's',
      'del',
      'ins',
      'sub',
      'sup',
      'small',
      'mark',
      'kbd',
      'samp',
      'var',
    ],
    ...['abbr', 'cite', 'q', 'time', 'figure', 'figcaption', 'img', 'details', 'summary', 'iframe'],
  ],
  ALLOWED_ATTR: [
    ...['href', 'src', 'alt', 'title', 'width', 'height', 'class', 'lang', 'dir', 'start', 'reversed'],
    ...['colspan', 'rowspan', 'scope', 'align', 'datetime', 'cite', 'open'],
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  RETURN_DOM_FRAGMENT: true,
} as const

DOMPurify.addHook('uponSanitizeAttribute', (_element, attribute) => {
  // DOMPurify lets `data:` through on images whatever the pattern says.
  if (/^\s*data:/i.test(attribute.attrValue)) attribute.keepAttr = false
  if (attribute.attrName === 'class') {
    attribute.attrValue = attribute.attrValue.split(/\s+/).find((name) => languageClass.test(name)) ?? ''
    if (attribute.attrValue === '') attribute.keepAttr = false
  }
})

DOMPurify.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName !== 'iframe' || node.nodeType !== 1) return
  const source =
    'getAttribute' in node && typeof node.getAttribute === 'function' ? node.getAttribute('src') : null
  if (!embedHosts.test(String(source))) node.parentNode?.removeChild(node)
})

/** Foreign HTML as a DOM of allowed elements and attributes (security rules: HTML). */
export const sanitize = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, {
    ...allowed,
    ALLOWED_TAGS: [...allowed.ALLOWED_TAGS],
    ALLOWED_ATTR: [...allowed.ALLOWED_ATTR],
  })
