import type { Node } from '@milkdown/kit/prose/model'
import { NodeSelection } from '@milkdown/kit/prose/state'
import type { EditorView, NodeView } from '@milkdown/kit/prose/view'
import { parseFigure } from './figure.ts'

type Position = () => number | undefined

function create<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = '') {
  const element = document.createElement(name)
  element.className = className
  element.textContent = text
  return element
}

function islandLabel(source: string): string {
  if (/^ {0,3}\[\^/.test(source)) return 'Footnote'
  if (/^ {0,3}\[[^\]]+\]:/.test(source)) return 'Link address'
  if (/^ {0,3}<!--/.test(source)) return 'Comment'
  return /^\s*</.test(source) ? 'HTML' : 'Markdown'
}

export function islandView(node: Node): NodeView {
  const source = String(node.attrs['value'])
  const dom = create('div', 'visual-island')
  const picture = parseFigure(source)
  const label = picture ? 'Image (HTML)' : islandLabel(source)
  dom.role = 'group'
  dom.ariaLabel = label
  dom.append(create('p', 'visual-island-label', label))
  if (picture && /^(https?:\/)?\//.test(picture.src)) {
    const image = create('img', '')
    image.src = picture.src
    image.alt = picture.alt
    dom.append(image, create('p', 'visual-caption', picture.caption))
  } else dom.append(create('pre', '', source))
  return { dom }
}

interface ViewParts {
  dom: HTMLElement
  contentDOM: HTMLElement
  control: HTMLElement
  show: (node: Node) => void
}

function controlledView(node: Node, { dom, contentDOM, control, show }: ViewParts): NodeView {
  show(node)
  return {
    dom,
    contentDOM,
    update: (next) => {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
    stopEvent: ({ target }) => target === control,
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  }
}

export const figureView =
  (onEdit: () => void) =>
  (node: Node, view: EditorView, position: Position): NodeView => {
    const dom = create('figure', 'visual-figure')
    const image = create('img', '')
    const altButton = create('button', 'visual-alt')
    const contentDOM = create('figcaption', '')
    altButton.type = 'button'
    altButton.contentEditable = 'false'
    altButton.tabIndex = -1
    const select = () => {
      const at = position()
      if (at === undefined) return
      view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
    }
    // Runs before ProseMirror's own handler, which drags the selection.
    image.addEventListener('mousedown', select)
    altButton.addEventListener('click', () => {
      select()
      onEdit()
    })
    const show = ({ attrs, content }: Node) => {
      const alt = String(attrs['alt'])
      image.src = String(attrs['src'])
      image.alt = alt
      altButton.textContent = alt ? `Alternative text: ${alt}` : 'Describe the image'
      dom.classList.toggle('visual-uncaptioned', content.size === 0)
    }
    dom.append(image, altButton, contentDOM)
    return controlledView(node, { dom, contentDOM, control: altButton, show })
  }

export function listItemView(node: Node, view: EditorView, position: Position): NodeView {
  const dom = document.createElement('li')
  const contentDOM = create('div', 'visual-item')
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.contentEditable = 'false'
  box.tabIndex = -1
  box.setAttribute('aria-label', 'Done')
  box.addEventListener('change', () => {
    const at = position()
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'checked', box.checked))
  })
  const show = ({ attrs }: Node) => {
    const isTask = attrs['checked'] !== null
    dom.classList.toggle('visual-task', isTask)
    box.checked = attrs['checked'] === true
    if (isTask) dom.prepend(box)
    else box.remove()
  }
  dom.append(contentDOM)
  return controlledView(node, { dom, contentDOM, control: box, show })
}
