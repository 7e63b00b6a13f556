import type { Ctx, MilkdownPlugin } from '@milkdown/kit/ctx'
import { paragraphSchema } from '@milkdown/kit/preset/commonmark'
import { type Command, type EditorState, NodeSelection, TextSelection } from '@milkdown/kit/prose/state'
import { $nodeSchema } from '@milkdown/kit/utils'

export interface Picture {
  src: string
  alt: string
  caption: string
}

const knownParts = 'body, figure, figure > img, figure > figcaption, body > img'
const knownAttributes = new Set(['src', 'alt'])

/** The picture that the HTML consists of; null for other HTML, and for a picture with further attributes. */
export function parseFigure(source: string): Picture | null {
  const { body } = new DOMParser().parseFromString(source, 'text/html')
  const images = body.querySelectorAll('img')
  const [image] = images
  const elements = [...body.querySelectorAll('*')]
  const isKnown = (element: Element) =>
    element.matches(knownParts) &&
    [...element.attributes].every(({ name }) => element === image && knownAttributes.has(name))
  const caption = body.querySelector('figcaption')?.textContent ?? ''
  const hasOtherText = body.textContent.trim() !== caption.trim()
  if (!image || images.length > 1 || hasOtherText || !elements.every(isKnown)) return null
  return {
    src: image.getAttribute('src') ?? '',
    alt: image.getAttribute('alt') ?? '',
    caption: caption.replace(/\s+/g, ' ').trim(),
  }
}

/** An image alone in its paragraph, with its title as the caption, like on the page. */
export const figureSchema = $nodeSchema('figure', () => ({
  group: 'block',
  content: 'text*',
  marks: '',
  // Rejects input rules, blocks and formatted pastes, which would replace the image.
  code: true,
  defining: true,
  isolating: true,
  attrs: { src: { default: '', validate: 'string' }, alt: { default: '', validate: 'string' } },
  parseDOM: [
    {
      tag: 'figure',
      contentElement: (dom) => dom.querySelector('figcaption') ?? document.createElement('figcaption'),
      getAttrs: (dom) => {
        const image = dom.querySelector('img')
        return image && { src: image.getAttribute('src') ?? '', alt: image.getAttribute('alt') ?? '' }
      },
    },
  ],
  toDOM: ({ attrs }) => ['figure', ['img', { src: attrs['src'], alt: attrs['alt'] }], ['figcaption', 0]],
  parseMarkdown: {
    match: ({ type }) => type === 'figure',
    runner: (state, { url, alt, title }, type) => {
      state.openNode(type, { src: String(url), alt: String(alt ?? '') })
      if (title) state.addText(String(title))
      state.closeNode()
    },
  },
  toMarkdown: {
    match: ({ type }) => type.name === 'figure',
    runner: (state, { attrs, textContent }) => {
      const title = textContent.replace(/\s+/g, ' ').trim() || null
      state.openNode('paragraph')
      state.addNode('image', undefined, undefined, { title, url: attrs['src'], alt: attrs['alt'] })
      state.closeNode()
    },
  },
}))

export const figures: MilkdownPlugin[] = [figureSchema].flat()

/** Whether the selection touches a caption, which cannot be changed to another block or have marks. */
export function inCaption({ doc, selection: { from, to } }: EditorState): boolean {
  let found = false
  doc.nodesBetween(from, to, ({ type }) => (found ||= type.name === 'figure'))
  return found
}

export function captionKeys(ctx: Ctx) {
  const inOne: (run: Command) => Command = (run) => (state, dispatch, view) =>
    state.selection instanceof TextSelection &&
    state.selection.$from.parent.type === figureSchema.type(ctx) &&
    state.selection.$from.sameParent(state.selection.$to) &&
    run(state, dispatch, view)
  const leave = inOne(({ tr: transaction, selection }, dispatch) => {
    const after = selection.$to.after()
    transaction.insert(after, paragraphSchema.type(ctx).create())
    dispatch?.(transaction.setSelection(TextSelection.create(transaction.doc, after + 1)).scrollIntoView())
    return true
  })
  const selectImage = inOne(({ tr: transaction, doc, selection }, dispatch) => {
    if (!selection.empty || selection.$from.parentOffset > 0) return false
    dispatch?.(transaction.setSelection(NodeSelection.create(doc, selection.$from.before())))
    return true
  })
  const blockKeys = [...'012345678c'].map((key) => [`Mod-Alt-${key}`, inCaption] as const)
  return {
    ...Object.fromEntries(blockKeys),
    Enter: leave,
    'Shift-Enter': leave,
    'Mod-Enter': leave,
    Backspace: selectImage,
  }
}
