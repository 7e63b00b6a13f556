import { toVideoAddress, toVideoUrl } from '#contract/videos.ts'

const emoji = 'img:is(.emoji,[data-stringify-type="emoji"],[itemtype*="Emoji"],[itemtype*="Emoji"] *)'

/** Pages that load images late have the address in another attribute. */
function addressOf(image: Element): string | undefined {
  const addresses = ['src', 'data-src', 'data-lazy-src'].map((name) => image.getAttribute(name) ?? '')
  return addresses.map((address) => address.replace(/^\/\//, 'https://')).find((url) => /^https?:/.test(url))
}

function embedVideo(frame: Element) {
  const player = toVideoUrl(frame.getAttribute('src') ?? '')
  if (player === null) return
  const paragraph = frame.ownerDocument.createElement('p')
  paragraph.textContent = toVideoAddress(player)
  frame.replaceWith(paragraph)
}

function moveCaption(figure: Element) {
  const [image, ...others] = figure.querySelectorAll('img')
  const caption = figure.querySelector('figcaption')
  const isAlone = figure.textContent?.trim() === caption?.textContent?.trim()
  if (!image || !caption || others.length > 0 || !isAlone || image.closest('a')) return
  image.title = (caption.textContent ?? '').replace(/\s+/g, ' ').trim()
  caption.remove()
}

export function normalizeMedia(body: Element) {
  for (const image of body.querySelectorAll(emoji)) image.replaceWith(image.getAttribute('alt') ?? '')
  for (const image of body.querySelectorAll('img')) {
    const address = addressOf(image)
    if (address) image.src = address
    else image.remove()
  }
  for (const frame of body.querySelectorAll('iframe')) embedVideo(frame)
  for (const figure of body.querySelectorAll('figure')) moveCaption(figure)
}
