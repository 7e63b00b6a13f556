import type { Rule } from 'turndown'
import { beginning, ending, separate } from './clipboard-addresses.ts'

/** Noncharacters stand for the delimiters until the text on both sides is known. */
const delimiters = [
  { names: /^(STRONG|B)$/, text: '**', open: '\ufdd0', close: '\ufdd1' },
  { names: /^(EM|I)$/, text: '*', open: '\ufdd2', close: '\ufdd3' },
  { names: /^(DEL|S|STRIKE)$/, text: '~~', open: '\ufdd4', close: '\ufdd5' },
]
const runs = /([\ufdd0-\ufdd3]+|[\ufdd4\ufdd5]+)/
const opening = /[\ufdd0\ufdd2\ufdd4]/
const closing = /[\ufdd1\ufdd3\ufdd5]/

export const markRules = delimiters.map(({ names, open, close }): Rule => ({
  filter: ({ nodeName }) => names.test(nodeName),
  replacement: (content) => (content.trim() ? `${open}${content}${close}` : ''),
}))

const isPunctuation = (character: string) => /^[\p{P}\p{S}]$/u.test(character)
const isLetter = (character: string) => character.trim() !== '' && !isPunctuation(character)

/** `**Note:**text` is no mark in Markdown, unless the letter beside the punctuation is encoded, or an address is in brackets. */
export function writeMarks(markdown: string): string {
  const parts = markdown.split(runs)
  for (let index = 1; index < parts.length; index += 2) {
    const [before = '', run = '', after = ''] = parts.slice(index - 1, index + 2)
    const last = before.slice(-1)
    const first = after.slice(0, 1)
    if (opening.test(run) && isLetter(last) && (isPunctuation(first) || !after))
      parts[index - 1] = separate(before, ending)
    if (closing.test(run) && isLetter(first) && (isPunctuation(last) || !before))
      parts[index + 1] = separate(after, beginning)
  }
  return delimiters.reduce(
    (text, { text: delimiter, open, close }) => text.replaceAll(open, delimiter).replaceAll(close, delimiter),
    parts.join(''),
  )
}
