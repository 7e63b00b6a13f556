import DOMPurify from 'isomorphic-dompurify'
import { videoUrl } from '#contract/videos.ts'

export const allowedTags = [
  ...['p', 'br', 'hr', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'em', 'strong', 'b', 'i', 'u', 's', 'del', 'ins', 'sub', 'sup', 'small', 'mark', 'kbd', 'samp'],
  ...['var', 'abbr', 'cite', 'q', 'time', 'figure', 'figcaption', 'img', 'details', 'summary', 'iframe'],
]

export const allowedAttributes = [
  ...['href', 'src', 'alt', 'title', 'width', 'height', 'class', 'lang', 'dir', 'start', 'reversed'],
  ...['colspan', 'rowspan', 'scope', 'align', 'datetime', 'cite', 'open'],
]

const generatedAttributes = [
  ...['id', 'rel', 'tabindex', 'role', 'aria-label', 'srcset', 'sizes', 'loading', 'decoding'],
  ...['sandbox', 'allow', 'referrerpolicy'],
]

const headingId = /^section-[a-z0-9-]+$/
export const isFootnoteId = (id: string) => /^footnote-(ref-)?\d{1,5}(-\d{1,5})?$/.test(id)
const classNames =
  /^(language-[a-z0-9+#-]{1,30}|hljs-[a-z_-]+|[a-z]+_|anchor|footnotes|inline-image|table-scroll|bare-url|video-address)$/i
const imageCandidate = /^(\/|https?:\/\/)\S+ \d+w$/i

const addresses = new Set(['src', 'href', 'cite'])

DOMPurify.setConfig({
  ALLOWED_TAGS: allowedTags,
  ALLOWED_ATTR: [...allowedAttributes, ...generatedAttributes],
  ADD_URI_SAFE_ATTR: ['aria-label'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
})

DOMPurify.addHook('uponSanitizeAttribute', (_element, attribute) => {
  const { attrName, attrValue } = attribute
  if (attrName === 'class') {
    const known = attrValue.split(/\s+/).filter((name) => classNames.test(name))
    attribute.attrValue = known.join(' ')
    if (known.length === 0) attribute.keepAttr = false
  }
  if (attrName === 'id' && !headingId.test(attrValue) && !isFootnoteId(attrValue)) attribute.keepAttr = false
  if (attrName === 'srcset' && !attrValue.split(', ').every((candidate) => imageCandidate.test(candidate)))
    attribute.keepAttr = false
  // DOMPurify allows `data:` on images regardless of ALLOWED_URI_REGEXP.
  if (addresses.has(attrName) && /^\s*data:/i.test(attrValue)) attribute.keepAttr = false
})

DOMPurify.addHook('uponSanitizeElement', (node, { tagName }) => {
  if (tagName !== 'iframe' || !('getAttribute' in node) || typeof node.getAttribute !== 'function') return
  if (!videoUrl.test(String(node.getAttribute('src')))) node.parentNode?.removeChild(node)
})

export const sanitize = (html: string): string => DOMPurify.sanitize(html)
