import { describe, expect, it } from '@jest/globals'
import { caseStudySchema } from '#contract/case-studies.ts'
import { fieldErrors } from '#contract/errors.ts'
import { unchangedCover } from '../editor/document.ts'
import {
  caseStudyFormSchema,
  emptyFields,
  emptyResult,
  sameFields,
  toFormData,
  toInput,
  toStoredCaseStudy,
} from './case-study-fields.ts'

const stored = toStoredCaseStudy(
  caseStudySchema.parse({
    ...{ id: '7', slug: 'ferry', title: 'Ferry', client: 'Bay Lines', summary: 'Short', content: 'Text' },
    results: [{ figure: '9', label: 'islands' }],
    services: ['Web Development'],
    drawing: { kind: 'bars', values: [100, 140], caption: 'Before and after' },
    quote: { text: 'It sails.', name: 'Ada', role: '' },
    published: true,
    createdAt: '2024-03-05T12:00:00Z',
  }),
)
const { fields } = stored
const errorsOf = (changes: Partial<typeof fields>) => {
  const { error } = caseStudyFormSchema.safeParse({ ...fields, ...changes })
  return error ? fieldErrors(error) : {}
}

describe('the fields of a case study', () => {
  it('keep their values when they are sent unchanged', () => {
    expect(toInput(fields)).toMatchObject({
      drawing: { kind: 'bars', values: [100, 140], caption: 'Before and after' },
      quote: { text: 'It sails.', name: 'Ada', role: '' },
      results: [{ figure: '9', label: 'islands' }],
    })
    const form = toFormData(fields, unchangedCover, stored)
    expect(form.has('slug')).toBe(false)
    expect(form.get('services')).toBe('["Web Development"]')
    expect(errorsOf({})).toEqual({})
  })

  it('read commas as thousands in the number of dots, and in values with spaces between them', () => {
    const valuesOf = (drawingKind: 'dots' | 'line', drawingValues: string) =>
      toInput({ ...fields, drawingKind, drawingValues }).drawing?.values
    expect(valuesOf('dots', '10,000')).toEqual([10_000])
    expect(valuesOf('line', '100,104, 250')).toEqual([100, 104, 250])
    expect(valuesOf('line', '10,000, 12,500, 15,000')).toEqual([10_000, 12_500, 15_000])
    expect(valuesOf('line', '100,000 ; 120,000')).toEqual([100_000, 120_000])
    expect(valuesOf('line', '800, 1,200.5')).toEqual([800, 1200.5])
    expect(valuesOf('line', '5,10, 20 ,')).toEqual([5, 10, 20])
  })

  it.each(['100,140', '1,200 ', '100,104, 250', '10,000,12,500', '1,200, 1,400,1,600'])(
    'reject the values %j, whose commas are ambiguous',
    (drawingValues) => {
      const drawingKind = 'line'
      expect(errorsOf({ drawingKind, drawingValues })).toEqual({
        drawingValues: 'Separate values with spaces, and write thousands without commas',
      })
    },
  )

  it('count as unchanged when only spaces and empty rows differ', () => {
    const padded = {
      ...fields,
      title: ' Ferry ',
      slug: '',
      results: [...fields.results, { figure: '', label: ' ' }],
    }
    expect(sameFields(padded, fields)).toBe(true)
    expect(sameFields({ ...fields, quoteName: 'Bo' }, fields)).toBe(false)
    expect(sameFields(emptyFields, emptyFields)).toBe(true)
  })

  it('show errors at the inputs that caused them', () => {
    expect(errorsOf({ drawingValues: 'many' })).toEqual({ drawingValues: expect.any(String) })
    expect(errorsOf({ drawingCaption: ' ' })).toEqual({ drawingCaption: 'Caption is required' })
    expect(errorsOf({ quoteName: '' })).toEqual({ quoteName: 'Name is required' })
    expect(errorsOf({ results: [{ figure: '', label: '' }] })).toEqual({ results: 'Add at least one result' })
    const results = [emptyResult, ...fields.results, emptyResult, { figure: '12', label: '' }]
    const { error } = caseStudyFormSchema.safeParse({ ...fields, results })
    expect(error?.issues.map(({ path }) => path)).toEqual([['results', 3, 'label']])
    expect(errorsOf({ slug: 'A b' })).toEqual({ slug: expect.stringContaining('a-z') })
    expect(errorsOf({ content: '>'.repeat(200) })).toEqual({ content: expect.stringContaining('nested') })
  })
})
