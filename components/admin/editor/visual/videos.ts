import type { Node } from '@milkdown/kit/prose/model'
import { Plugin } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view'
import { playerProperties, toVideoAddress, toVideoUrl } from '#contract/videos.ts'

function playerOf(node: Node): string | null {
  const { firstChild: text } = node
  const mark = node.childCount === 1 ? text?.marks.find(({ type }) => type.name === 'link') : undefined
  const address = text?.text ?? ''
  const isVideo = node.type.name === 'paragraph' && mark !== undefined && mark.attrs['href'] === address
  return isVideo ? toVideoUrl(address) : null
}

const createPlayer = (src: string): HTMLIFrameElement =>
  Object.assign(document.createElement('iframe'), playerProperties, { title: 'Video', src })

/** Requests nothing from the video host before the button is pressed. */
function createCard(src: string): HTMLElement {
  const host = new URL(src).hostname === 'player.vimeo.com' ? 'Vimeo' : 'YouTube'
  const card = document.createElement('div')
  const heading = document.createElement('p')
  const link = document.createElement('a')
  const play = document.createElement('button')
  card.className = 'visual-video'
  card.contentEditable = 'false'
  card.role = 'group'
  card.ariaLabel = `Video on ${host}`
  heading.textContent = card.ariaLabel
  link.href = toVideoAddress(src)
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.textContent = link.href.replace(/^https:\/\/(www\.)?/, '')
  play.type = 'button'
  play.className = 'visual-play'
  play.textContent = 'Play here'
  play.addEventListener('click', () => {
    const frame = createPlayer(src)
    play.replaceWith(frame)
    frame.focus()
  })
  card.append(heading, link, play)
  return card
}

function cardsOf(doc: Node): DecorationSet {
  const found: Decoration[] = []
  doc.forEach((node, offset) => {
    const src = playerOf(node)
    if (src === null) return
    const place = { side: -1, key: `video ${src}`, stopEvent: () => true, ignoreSelection: true }
    found.push(Decoration.widget(offset + node.nodeSize, () => createCard(src), place))
  })
  return DecorationSet.create(doc, found)
}

export const videos = () =>
  new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => cardsOf(doc),
      apply: (transaction, cards) => (transaction.docChanged ? cardsOf(transaction.doc) : cards),
    },
    props: {
      decorations(state) {
        return this.getState(state)
      },
    },
  })
