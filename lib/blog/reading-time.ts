import { WORDS_PER_MINUTE } from './constants.ts'

/** Words of HTML or Markdown, its markup stripped. */
export function wordCount(content: string): number {
  const text = content.replace(/<[^>]*>/g, ' ').replace(/[#*_`>~|[\]()-]+/g, ' ')
  return text.split(/\s+/).filter((word) => word !== '').length
}

/** Minutes to read it: divided by 200 words a minute, rounded up (specification 9). */
export const readingMinutes = (content: string) =>
  Math.max(1, Math.ceil(wordCount(content) / WORDS_PER_MINUTE))
