import * as z from 'zod'
import { areEqual } from '../../merge-fields.ts'
import { isCoverChanged, unchangedCover } from '../document.ts'
import type { CoverChange, DocumentFields, DocumentKind, StoredDocument } from '../document.ts'
import { joinText, mergeText, type Choice, type TextMerge } from './merge-text.ts'

export interface CoverSide {
  file: File | null
  url: string | null
}

/** `name` is a field, or a field within one, as in `seo.title`. */
interface FieldConflict {
  name: string
  mine: unknown
  theirs: unknown
  canBeBoth: boolean
}

interface DocumentMerge {
  fields: FieldConflict[]
  text: TextMerge
  cover: { mine: CoverSide; theirs: CoverSide } | null
  taken: { mine: string[]; theirs: string[] }
}

/** Choices by field name; those for paragraphs have an index, as in `content.0`. */
export type Choices = Record<string, Choice>

interface Edited<Fields> {
  fields: Fields
  cover: CoverChange
}

export interface Merged<Fields> extends Edited<Fields> {
  stored: StoredDocument<Fields>
}

export interface MergeInput<Fields> {
  /** The version that both sides were edited from; null when it is unknown. */
  base: Pick<StoredDocument<Fields>, 'fields' | 'cover'> | null
  theirs: StoredDocument<Fields>
  mine: Edited<Fields>
  ownCover: string | null
  stored: StoredDocument<Fields>
}

const recordSchema = z.record(z.string(), z.unknown())
const namesSchema = z.array(z.string())

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

function flatten(fields: object): Map<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, value]: [string, unknown]) =>
    isRecord(value)
      ? Object.entries(recordSchema.parse(value)).map(([part, inner]) => [`${name}.${part}`, inner] as const)
      : [[name, value] as const],
  )
  return new Map(entries.filter(([name]) => name !== 'content'))
}

function setField(fields: object, path: string, value: unknown): Record<string, unknown> {
  const all = recordSchema.parse(fields)
  const [name = '', part] = path.split('.')
  return { ...all, [name]: part === undefined ? value : { ...recordSchema.parse(all[name]), [part]: value } }
}

export const withField = <Fields extends DocumentFields>(
  { fieldsSchema }: Pick<DocumentKind<Fields>, 'fieldsSchema'>,
  fields: Fields,
  path: string,
  value: unknown,
): Fields => fieldsSchema.parse(setField(fields, path, value))

const isList = (value: unknown): boolean => namesSchema.safeParse(value).success

const own = ({ file, media, removed }: CoverChange, stored: string | null): CoverSide => ({
  file,
  url: media?.url ?? (removed ? null : stored),
})

function mergeCover<Fields>({ base, theirs, mine, ownCover }: MergeInput<Fields>) {
  const side = own(mine.cover, ownCover)
  const isSameCover = side.file === null && side.url === theirs.cover
  const before = base?.cover
  const isMine = isCoverChanged(mine.cover) || ownCover !== before
  const isTheirs = theirs.cover !== before
  if (isSameCover) return { conflict: null, taken: null }
  if (isMine && isTheirs)
    return { conflict: { mine: side, theirs: { file: null, url: theirs.cover } }, taken: null }
  return { conflict: null, taken: isMine ? ('mine' as const) : ('theirs' as const) }
}

export function mergeDocument<Fields extends DocumentFields>(input: MergeInput<Fields>): DocumentMerge {
  const { base, theirs, mine } = input
  const before = base && flatten(base.fields)
  const other = flatten(theirs.fields)
  const conflicts: FieldConflict[] = []
  const taken: DocumentMerge['taken'] = { mine: [], theirs: [] }
  for (const [name, value] of flatten(mine.fields)) {
    const theirValue = other.get(name)
    if (areEqual(value, theirValue)) continue
    if (before && areEqual(value, before.get(name))) taken.theirs.push(name)
    else if (before && areEqual(theirValue, before.get(name))) taken.mine.push(name)
    else
      conflicts.push({
        name,
        mine: value,
        theirs: theirValue,
        canBeBoth: isList(value) && isList(theirValue),
      })
  }
  const text = mergeText(base?.fields.content ?? null, mine.fields.content, theirs.fields.content)
  const cover = mergeCover(input)
  if (cover.taken) taken[cover.taken].push('cover')
  return { fields: conflicts, text, cover: cover.conflict, taken }
}

export const listDecisions = ({ fields, text, cover }: DocumentMerge): string[] => [
  ...fields.map(({ name }) => name),
  ...(cover ? ['cover'] : []),
  ...text.conflicts.map((_, number) => `content.${number}`),
]

const toBoth = (mine: unknown, theirs: unknown) => [
  ...new Set([...namesSchema.parse(theirs), ...namesSchema.parse(mine)]),
]

const mediaId = (url: string) => /\/([\w-]{22})-[\d-]+\.webp$/.exec(url)?.[1]

function toCoverChange({ file, url }: CoverSide, stored: string | null, { media }: CoverChange): CoverChange {
  if (file) return { file, removed: false }
  if (url === stored) return unchangedCover
  if (url === null) return { file: null, removed: true }
  const id = media?.url === url ? media.id : mediaId(url)
  return id === undefined ? unchangedCover : { file: null, removed: false, media: { id, url } }
}

function chooseCover<Fields>(merge: DocumentMerge, input: MergeInput<Fields>, choices: Choices): CoverSide {
  const { mine, theirs, ownCover } = input
  const isTheirs = merge.cover ? choices['cover'] === 'theirs' : merge.taken.theirs.includes('cover')
  return isTheirs ? { file: null, url: theirs.cover } : own(mine.cover, ownCover)
}

export function applyChoices<Fields extends DocumentFields>(
  kind: Pick<DocumentKind<Fields>, 'fieldsSchema'>,
  input: MergeInput<Fields>,
  merge: DocumentMerge,
  choices: Choices,
): Merged<Fields> {
  const theirs = flatten(input.theirs.fields)
  const textChoices = merge.text.conflicts.map((_, number) => choices[`content.${number}`] ?? 'mine')
  let fields = setField(input.mine.fields, 'content', joinText(merge.text, textChoices))
  for (const name of merge.taken.theirs)
    if (name !== 'cover') fields = setField(fields, name, theirs.get(name))
  for (const { name, mine, theirs: value } of merge.fields) {
    const choice = choices[name] ?? 'mine'
    if (choice !== 'mine') fields = setField(fields, name, choice === 'both' ? toBoth(mine, value) : value)
  }
  const { stored, mine } = input
  return {
    stored,
    fields: kind.fieldsSchema.parse(fields),
    cover: toCoverChange(chooseCover(merge, input, choices), stored.cover, mine.cover),
  }
}
