import { unwrap } from './clipboard-elements.ts'

function createCheckbox({ ownerDocument }: Element, isChecked: boolean): HTMLInputElement {
  const checkbox = ownerDocument.createElement('input')
  checkbox.type = 'checkbox'
  checkbox.toggleAttribute('checked', isChecked)
  return checkbox
}

/** Google Docs shows the state as an image and strikes out what is done. */
function addCheckboxes(body: Element) {
  for (const item of body.querySelectorAll('li:is([role="checkbox"],[data-checked]):not(:has(input))')) {
    const state = item.getAttribute('aria-checked') ?? item.getAttribute('data-checked')
    for (const image of item.querySelectorAll(':scope > img')) image.remove()
    if (state === 'true') for (const struck of item.querySelectorAll('del')) unwrap(struck)
    item.prepend(createCheckbox(body, state === 'true'))
  }
}

export function normalizeLists(body: Element) {
  addCheckboxes(body)
  for (const list of body.querySelectorAll(':is(ul,ol) > :is(ul,ol)')) {
    const item = list.previousElementSibling
    if (item?.tagName === 'LI') item.append(list)
  }
  for (const item of body.querySelectorAll('li')) {
    const paragraphs = [...item.children].filter(({ tagName }) => tagName === 'P')
    if (paragraphs.length === 1) paragraphs.forEach(unwrap)
    item.normalize()
    const first = item.firstChild
    const [box, state] =
      /^\s*\[([ xX])\](?=\s)/.exec(first?.nodeType === 3 ? (first.textContent ?? '') : '') ?? []
    if (!box || !first) continue
    first.textContent = (first.textContent ?? '').slice(box.length)
    item.prepend(createCheckbox(body, state !== ' '))
  }
}
