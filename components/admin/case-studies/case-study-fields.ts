import * as z from 'zod'
import {
  caseStudyInputSchema,
  drawingKinds,
  type CaseStudy,
  type DrawingKind,
} from '#contract/case-studies.ts'
import { isTooDeep, TOO_DEEP } from '#contract/markup.ts'
import { slugSchema } from '#contract/posts.ts'
import { areEqual } from '../merge-fields.ts'
import { setCover, type CoverChange, type StoredDocument } from '../editor/document.ts'

/** The input as typed, because drafts may be invalid. */
export const caseStudyFieldsSchema = z.object({
  title: z.string(),
  slug: z.string(),
  client: z.string(),
  summary: z.string(),
  content: z.string(),
  results: z.array(z.object({ figure: z.string(), label: z.string() })),
  services: z.array(z.string()),
  drawingKind: z.enum(['', ...drawingKinds]),
  drawingValues: z.string(),
  drawingCaption: z.string(),
  quoteText: z.string(),
  quoteName: z.string(),
  quoteRole: z.string(),
  coverAlt: z.string(),
  published: z.boolean(),
})
export type CaseStudyFields = z.infer<typeof caseStudyFieldsSchema>
export type StoredCaseStudy = StoredDocument<CaseStudyFields>

export const emptyResult = { figure: '', label: '' }

export const emptyFields: CaseStudyFields = {
  title: '',
  slug: '',
  client: '',
  summary: '',
  content: '',
  results: [emptyResult],
  services: [],
  drawingKind: '',
  drawingValues: '',
  drawingCaption: '',
  quoteText: '',
  quoteName: '',
  quoteRole: '',
  coverAlt: '',
  published: false,
}

export const toStoredCaseStudy = (study: CaseStudy): StoredCaseStudy => ({
  id: study.id,
  version: study.version,
  published: study.published,
  cover:
    study.cover?.sources.find(({ width }) => width >= 800)?.url ?? study.cover?.sources.at(-1)?.url ?? null,
  fields: {
    title: study.title,
    slug: study.slug,
    client: study.client,
    summary: study.summary,
    content: study.content,
    results: study.results.length > 0 ? study.results : [emptyResult],
    services: study.services,
    drawingKind: study.drawing?.kind ?? '',
    drawingValues: study.drawing?.values.join(', ') ?? '',
    drawingCaption: study.drawing?.caption ?? '',
    quoteText: study.quote?.text ?? '',
    quoteName: study.quote?.name ?? '',
    quoteRole: study.quote?.role ?? '',
    coverAlt: study.cover?.alt ?? '',
    published: study.published,
  },
})

const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/** A comma separates thousands in `800, 1,200`, but values in `100,104, 250`, which the form rejects. */
function readValues(text: string) {
  const parts = text
    .split(/[\s;]+/)
    .map((part) => part.replace(/^,+|,+$/g, ''))
    .filter((part) => part !== '')
  const [first = '', second] = parts.filter((part) => grouped.test(part))
  const hasThousands = parts.length > 1 && (second !== undefined || !/^\d{3},/.test(first))
  const isNumber = (part: string) => hasThousands && grouped.test(part)
  return {
    values: parts.flatMap((part) => (isNumber(part) ? part.replaceAll(',', '') : part.split(','))),
    isAmbiguous: parts.some((part) => /,\d{3}(?!\d)/.test(part) && !isNumber(part)),
  }
}

const toNumbers = (text: string, kind: DrawingKind) =>
  (kind === 'dots' ? text.replaceAll(',', '').split(/[\s;]+/) : readValues(text).values)
    .filter((part) => part !== '')
    .map(Number)

const isFilled = ({ figure, label }: CaseStudyFields['results'][number]) => `${figure}${label}`.trim() !== ''

/** The request body; an empty slug of a new case study is left out. */
export const toInput = (fields: CaseStudyFields) => ({
  title: fields.title,
  client: fields.client,
  summary: fields.summary,
  content: fields.content,
  results: fields.results.filter(isFilled),
  services: fields.services,
  drawing:
    fields.drawingKind === ''
      ? null
      : {
          kind: fields.drawingKind,
          values: toNumbers(fields.drawingValues, fields.drawingKind),
          caption: fields.drawingCaption,
        },
  quote:
    `${fields.quoteText}${fields.quoteName}${fields.quoteRole}`.trim() === ''
      ? null
      : { text: fields.quoteText, name: fields.quoteName, role: fields.quoteRole },
  coverAlt: fields.coverAlt,
  published: fields.published,
})

const quoteFields: Record<PropertyKey, string> = { text: 'quoteText', name: 'quoteName', role: 'quoteRole' }
const drawingFields: Record<PropertyKey, string> = { kind: 'drawingKind', caption: 'drawingCaption' }

/** Empty results are not sent, so the rows in the form have other numbers. */
function toFieldPath([first = '', ...rest]: readonly PropertyKey[], fields: CaseStudyFields): PropertyKey[] {
  const [part = '', ...parts] = rest
  if (first === 'results') {
    const rows = [...fields.results.keys()].filter((row) => isFilled(fields.results[row] ?? emptyResult))
    return [first, rows[Number(part)] ?? 0, ...(parts.length > 0 ? parts : ['figure'])]
  }
  if (first === 'quote') return [quoteFields[part] ?? 'quoteText']
  if (first === 'drawing') return [drawingFields[part] ?? 'drawingValues']
  return [first, ...rest]
}

export const caseStudyFormSchema = caseStudyFieldsSchema.superRefine((fields, context) => {
  const reject = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message })
  if (!['', 'dots'].includes(fields.drawingKind) && readValues(fields.drawingValues).isAmbiguous)
    reject(['drawingValues'], 'Separate values with spaces, and write thousands without commas')
  for (const { path, message } of caseStudyInputSchema.safeParse(toInput(fields)).error?.issues ?? [])
    reject(toFieldPath(path, fields), message)
  if (isTooDeep(fields.content)) reject(['content'], TOO_DEEP)
  const slug = fields.slug.trim() === '' ? null : slugSchema.safeParse(fields.slug).error?.issues[0]
  if (slug) reject(['slug'], slug.message)
})

const normalize = (fields: CaseStudyFields, current: CaseStudyFields) => ({
  ...toInput(fields),
  title: fields.title.trim(),
  client: fields.client.trim(),
  summary: fields.summary.trim(),
  slug: fields.slug.trim() || current.slug,
  coverAlt: fields.coverAlt.trim(),
})

export const sameFields = (a: CaseStudyFields, b: CaseStudyFields) =>
  areEqual(normalize(a, b), normalize(b, a))

export function toFormData(
  fields: CaseStudyFields,
  cover: CoverChange,
  stored: StoredCaseStudy | null,
): FormData {
  const form = new FormData()
  const { results, services, drawing, quote, published, ...texts } = toInput(fields)
  for (const [name, text] of Object.entries(texts)) form.set(name, text)
  for (const [name, value] of Object.entries({ results, services, drawing, quote, published }))
    form.set(name, JSON.stringify(value))
  const slug = fields.slug.trim()
  if (slug !== '' && slug !== stored?.fields.slug) form.set('slug', slug)
  setCover(form, cover)
  return form
}
