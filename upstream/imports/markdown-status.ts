import { first, toText, type Fields } from './fields.ts'

/** Jekyll reads YAML 1.1, which has more words for true and false. */
const isNo = (value: unknown) => value === false || /^(false|no|off|0)$/i.test(toText(value))
const isYes = (value: unknown) => value === true || /^(true|yes|on|1)$/i.test(toText(value))

export const isDraft = ({ draft, published, publish, status }: Fields, path: string) =>
  isYes(draft) ||
  [published, publish].some(isNo) ||
  /^(draft|private)$/i.test(toText(status)) ||
  /(^|\/)_drafts\//.test(path)

/** `published` is a date in some themes and a status in others. */
export function findDate(fields: Fields): unknown {
  const names = ['date', 'pubDate', 'pubDatetime', 'publishDate', 'created', 'publishedAt']
  const { published } = fields
  return first(fields, names) ?? (isYes(published) || isNo(published) ? undefined : published)
}
