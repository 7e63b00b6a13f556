export const blocks =
  'p,h1,h2,h3,h4,h5,h6,ul,ol,li,dl,dt,dd,table,caption,thead,tbody,tfoot,tr,td,th,pre,blockquote,figure,figcaption,article,section,header,footer,div,hr'

export const isElement = (node: Node | null): node is Element => node?.nodeType === 1
export const isBlock = (node: Node | null) => isElement(node) && node.matches(blocks)

export const styleOf = (element: Element) => (element.getAttribute('style') ?? '').replace(/\s+/g, ' ')

export const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

export function wrapContent(element: Element, name: string) {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}
