import { decodeEntities } from './entities.ts'
import { completeTagEnd } from './tag-end.ts'

const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** Unicode has 32 noncharacters for internal use: as many as ASCII has for punctuation. */
const FIRST_NONCHARACTER = 0xfd_d0
const REMOVED = '\uFFFF'

/** Hides the punctuation of code, so that it is not read as markup. */
const hideSigns = (code: string) =>
  code.replace(/[!-/:-@[-`{-~]/g, (character) =>
    String.fromCharCode(FIRST_NONCHARACTER + punctuation.indexOf(character)),
  )

const showSigns = (text: string) =>
  text.replace(/[\uFDD0-\uFDEF]/g, (hidden) => punctuation.charAt(hidden.charCodeAt(0) - FIRST_NONCHARACTER))

const inlineElements = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var wbr'.split(
    ' ',
  ),
)

const leftOut = /^<(?:h[1-6]|pre|table)$/i

function elementEnd(content: string, name: string, start: number): number {
  const closing = content.indexOf(`</${name}`, start)
  return closing === -1 ? start : closing
}

const blockStart = String.raw`^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*`
const fencedCode = `${blockStart}(\`{3,}(?=[^\`\\n]*$)|~{3,}).*([^]*?)(?:^[ \\t>]*\\1[\`~]*[ \\t]*$|(?![^]))`
const codeSpan = '(?<!`)(`+)(?!`)((?:.|\\n(?![ \\t]*$)){1,2000}?)(?<!`)\\3(?!`)'
const escapedSign = '\\\\([\\n!-/:-@[-`{-~])'
const tag = String.raw`<!--|<\/?([a-z][a-z0-9-]*)(?=[\s/>])|<[a-z][a-z0-9+.-]*:[^\s<>]*>`

interface Kept {
  /** Headings, code and tables are left out. */
  isDescription?: boolean
  hasAddresses?: boolean
}

/** Leaves out tags, comments and addresses in angle brackets, and hides the punctuation of code. */
function withoutTags(content: string, { isDescription = false, hasAddresses = false }: Kept): string {
  const markup = new RegExp([fencedCode, codeSpan, escapedSign, tag].join('|'), 'gim')
  const lastComment = content.lastIndexOf('-->')
  let text = ''
  let from = 0
  for (let match = markup.exec(content); match; match = markup.exec(content)) {
    const [found, , block, , span, escaped, name] = match
    let end = markup.lastIndex
    let kept = REMOVED
    if (block !== undefined) kept = isDescription ? '\n' : `\n${hideSigns(block)}\n`
    else if (span !== undefined) kept = hideSigns(span)
    else if (escaped !== undefined) kept = hideSigns(escaped)
    else if (found === '<!--') end = end <= lastComment ? content.indexOf('-->', end) + 3 : -1
    else if (name !== undefined) {
      end = completeTagEnd(content, end)
      if (inlineElements.has(name.toLowerCase())) kept = ''
      if (isDescription && end !== -1 && leftOut.test(found)) end = elementEnd(content, name, end)
    } else if (hasAddresses) kept = ` ${hideSigns(found.slice(1, -1))} `
    if (end === -1) continue
    text += content.slice(from, match.index) + kept
    from = end
    markup.lastIndex = end
  }
  return text + content.slice(from)
}

// The address begins after all spaces, because trying it after each takes quadratic time.
const definition = /^[ \t>]*\[(?!\^)([^[\]\n]+)\]:[ \t]*(?![ \t])\S*(?:[ \t]+(?:".*"|'.*'|\(.*\)))?[ \t]*$/gm

const listLabels = (text: string) =>
  new Set(Array.from(text.matchAll(definition), ([, label = '']) => label.toLowerCase()))

const withoutLinks = (text: string, labels: Set<string>, hasAlternatives = false) =>
  text.replace(
    /(!?)\[([^[\]]*)\](?:(\([^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\))|\[([^[\]]*)\])?/g,
    (whole, image: string, label: string, address?: string, reference?: string) => {
      if (address === undefined && !labels.has((reference || label).toLowerCase())) return whole
      return image && !hasAlternatives ? REMOVED : label
    },
  )

const withoutEmphasis = (text: string) =>
  text
    .replace(/(?<![*~])(([*~])\2{0,2})(?=[^\s*~])((?:(?!\2).|\n(?![ \t]*$)){1,2000})(?<!\s)\1(?!\2)/gm, '$3')
    .replace(
      /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])((?:[^_\n]|\n(?![ \t]*$)|(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])){1,2000})(?<!\s)\1(?![\p{L}\p{N}_])/gmu,
      '$2',
    )

/** The first line of an alert of GitHub. */
export const alertMark = /^\[!(note|tip|important|warning|caution)\][ \t]*$/im
const alertMarks = new RegExp(alertMark, 'gim')

const blockMarks = new RegExp(String.raw`${blockStart}(?:#{1,6}(?![^ \t\n]))?`, 'gm')

function withoutMarkdown(text: string, labels: Set<string>, hasAlternatives = false): string {
  const prose = text
    .replace(definition, '')
    .replace(/^[-=*_:|> \t]+$/gm, '')
    .replace(/^[ \t>]*\|.*$/gm, (row) => row.replaceAll('|', ' '))
    .replace(/^([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})\[[ xX]\](?=\s)/gm, '$1')
    .replace(blockMarks, '')
    .replace(alertMarks, '')
    .replace(/^\[\^[^\]\s]{1,50}\]:|\[\^[^\]\s]{1,50}\]/gm, '')
  // Twice, because a link may contain an image, and emphasis may contain other emphasis.
  const withoutInner = withoutLinks(prose, labels, hasAlternatives)
  const linked = withoutLinks(withoutInner, labels, hasAlternatives).replace(/\]\([^()\n]{0,2000}\)/g, ']')
  return showSigns(decodeEntities(withoutEmphasis(withoutEmphasis(linked))))
}

function toText(content: string, kept: Kept): string {
  const text = withoutTags(content, kept)
  return withoutMarkdown(text, listLabels(text)).replaceAll(REMOVED, ' ')
}

export const plainText = (content: string): string => toText(content, {})

/** Also has addresses in angle brackets, which a page shows but readers do not read. */
export const searchableText = (content: string): string => toText(content, { hasAddresses: true })

const MAX_HEADING = 1000

/** Reads headings as the page shows them, with the alternative text of images. */
export function headingReader(content: string): (markup: string) => string {
  const labels = listLabels(content)
  return (markup) => {
    const line = markup
      .slice(0, MAX_HEADING)
      .replace(/(?:\\| {2,})\n/g, '')
      .replace(/\s+/g, ' ')
    // The number at the start of a heading is not that of a list.
    const text = withoutTags(`# ${line}`, { hasAddresses: true })
    return withoutMarkdown(text, labels, true).replaceAll(REMOVED, '').trim()
  }
}

const MAX_SCANNED = 4000
const MAX_BEGINNING = 160

const table = /^[^|\n]*\|.*\n(?=.*\|)(?=.*-)[-:|> \t]+$(?:\n[ \t]*\S.*)*/gm
const headings = new RegExp(
  String.raw`${blockStart}#{1,6}(?:[ \t].*)?$|^ {0,3}(?![-*+>][ \t]|\d+[.)][ \t])[^\s|].*\n {0,3}(?:=+|-+)[ \t]*$`,
  'gm',
)
const footnotes = /^ {0,3}\[\^[^\]\s]{1,50}\]:.*(?:\n+(?: {2}|\t).*)*/gm

/** A description for a post without an excerpt. */
export function beginningOf(content: string): string {
  const text = withoutTags(content.slice(0, MAX_SCANNED), { isDescription: true })
    .replace(table, '')
    .replace(headings, '')
    .replace(footnotes, '')
  const line = withoutMarkdown(text, listLabels(content))
    .replace(/\s*\uFFFF+(?=[.,;:!?])/g, '')
    .replace(/[\s\uFFFF]+/g, ' ')
  const characters = [...line.trim()]
  if (characters.length <= MAX_BEGINNING) return characters.join('')
  return `${characters
    .slice(0, MAX_BEGINNING)
    .join('')
    .replace(/\s+\S{0,30}$/, '')}…`
}
