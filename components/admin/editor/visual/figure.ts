export interface Picture {
  src: string
  alt: string
  caption: string
}

const escape = (text: string) =>
  text.trim().replace(/\s+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** Markdown has no captions; the page shows this HTML like any image. */
export const toFigure = ({ src, alt, caption }: Picture): string =>
  `<figure>\n<img src="${escape(src)}" alt="${escape(alt)}">\n<figcaption>${escape(caption)}</figcaption>\n</figure>`

/** The picture that HTML consists of; null for other HTML, which can only be edited as its source. */
export function parseFigure(source: string): Picture | null {
  const { body } = new DOMParser().parseFromString(source, 'text/html')
  const [root, ...others] = body.children
  const image = root?.matches('img') ? root : root?.matches('figure') ? root.querySelector('img') : null
  if (!image || others.length > 0 || root?.previousSibling || root?.nextSibling?.textContent?.trim())
    return null
  return {
    src: image.getAttribute('src') ?? '',
    alt: image.getAttribute('alt') ?? '',
    caption: root?.querySelector('figcaption')?.textContent?.trim() ?? '',
  }
}
