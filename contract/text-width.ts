/** Character widths of Arial and metric-compatible fonts, in thousandths of the font size. */
const groups: [number, string][] = [
  [191, "'"],
  [222, 'ijl‘’'],
  [260, '|'],
  [278, ' !,./:;I[\\]ft·'],
  [333, '()-`r“”'],
  [334, '{}'],
  [350, '•'],
  [355, '"'],
  [389, '*'],
  [469, '^'],
  [500, 'Jckszvxy'],
  [556, '#$?0123456789L_abdeghnopqu–'],
  [584, '+<=>~'],
  [611, 'FTZ'],
  [667, '&ABEKPSVXY'],
  [722, 'CDHNRUw'],
  [737, '©®'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [889, '%'],
  [944, 'W'],
  [1000, '—…™'],
  [1015, '@'],
]
const widths = new Map(groups.flatMap(([width, characters]) => [...characters].map((one) => [one, width])))

const OTHER = 556
const WIDE = 1000

/** Accents do not change the width of a letter; East Asian characters and emoji are square. */
function characterWidth(character: string): number {
  const known = widths.get(character) ?? widths.get(character.normalize('NFD').charAt(0))
  return (
    known ??
    (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u.test(
      character,
    )
      ? WIDE
      : OTHER)
  )
}

export const textWidth = (text: string, fontSize: number): number =>
  [...text.normalize('NFC')].reduce((sum, character) => sum + characterWidth(character), 0) *
  (fontSize / 1000)

/** Shortens a text like search engines: after the last word that fits, with an ellipsis. */
export function truncate(text: string, fontSize: number, maxWidth: number): string {
  if (textWidth(text, fontSize) <= maxWidth) return text
  const ending = ' ...'
  const words = text.split(' ')
  let shown = ''
  for (const word of words) {
    const next = shown === '' ? word : `${shown} ${word}`
    if (textWidth(next + ending, fontSize) > maxWidth) break
    shown = next
  }
  return shown.replace(/[\s,;:.!?–—-]+$/, '') + ending
}
