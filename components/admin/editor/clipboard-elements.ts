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
