import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { ContentField } from '../editor/content-field.tsx'
import { CoverField } from '../editor/cover-field.tsx'
import type { EditorStart } from '../editor/document.ts'
import { EditorFrame } from '../editor/editor-frame.tsx'
import type { Merged } from '../editor/merge/merge-document.ts'
import { TitleField } from '../editor/title-field.tsx'
import { useDocumentForm } from '../editor/use-document-form.ts'
import { ApprovalPanel } from '../reviews/approval-panel.tsx'
import { caseStudyFormSchema, type CaseStudyFields, type StoredCaseStudy } from './case-study-fields.ts'
import { caseStudyKind } from './case-study-kind.ts'
import { DrawingFields } from './drawing-fields.tsx'
import { ResultFields } from './result-fields.tsx'
import { ServiceFields } from './service-fields.tsx'
import { HeadFields, PublishedField, SlugField } from './text-fields.tsx'
import { useTextField } from '../editor/use-text-field.ts'
import { DocumentEditor } from '../editor/document-editor.tsx'

const errorFields = [
  ['title', 'title'],
  ['client', 'client'],
  ['summary', 'summary'],
  ['content', 'content'],
  ['results', 'results.0.figure'],
  ['services', 'services'],
  ['drawing', 'drawingValues'],
  ['quote', 'quoteText'],
  ['slug', 'slug'],
  ['coverAlt', 'coverAlt'],
] as const

const compared = (fields: CaseStudyFields) =>
  [
    ['Title', fields.title],
    ['Client', fields.client],
    ['URL', fields.slug],
    ['Summary', fields.summary],
    ['Results', fields.results.map(({ figure, label }) => `${figure} ${label}`).join(', ')],
    ['Services', fields.services.join(', ')],
    ['Drawing', [fields.drawingKind, fields.drawingValues, fields.drawingCaption].join(' ').trim()],
    ['Quote', [fields.quoteText, fields.quoteName, fields.quoteRole].join(' ').trim()],
    ['Alternative text', fields.coverAlt],
    ['Status', fields.published ? 'published' : 'draft'],
  ] as const

interface CaseStudyFormProps {
  start: EditorStart<CaseStudyFields>
  onCreated: (created: StoredCaseStudy) => void
  onUseTheirs: (theirs: StoredCaseStudy) => void
  onMerged: (merged: Merged<CaseStudyFields>) => void
}

function CaseStudyForm({ start, onCreated, onUseTheirs, onMerged }: CaseStudyFormProps) {
  const methods = useForm({
    defaultValues: start.fields,
    resolver: zodResolver(caseStudyFormSchema, undefined, { raw: true }),
    reValidateMode: 'onSubmit',
  })
  const { handleSubmit, getValues, setFocus, setError, subscribe } = methods

  const getFields = useCallback((): CaseStudyFields => structuredClone(getValues()), [getValues])
  const onEdit = useCallback(
    (callback: () => void) => subscribe({ formState: { values: true }, callback }),
    [subscribe],
  )
  const editor = useDocumentForm({
    kind: caseStudyKind,
    start,
    onCreated,
    form: {
      getFields,
      onEdit,
      validate: (onValid, onInvalid) => void handleSubmit(onValid, onInvalid)(),
      showErrors: (messages) => {
        const invalid = errorFields.filter(([name]) => messages[name])
        for (const [name, field] of invalid.toReversed())
          setError(field, { message: messages[name] }, { shouldFocus: true })
        if (messages['coverImage']) setError('root.coverImage', { message: messages['coverImage'] })
      },
      adopt: (saved, sent) => ({ ...sent, slug: saved.fields.slug, published: getValues('published') }),
    },
  })

  return (
    <FormProvider {...methods}>
      <EditorFrame
        editor={editor}
        compared={compared}
        onUseTheirs={onUseTheirs}
        onMerged={onMerged}
        focusTitle={() => setFocus('title')}
      >
        <TitleField />
        <HeadFields />
        <ResultFields />
        <ContentField onUploads={editor.countUploads} />
        <ApprovalPanel
          api={caseStudyKind.api}
          noun={caseStudyKind.noun}
          stored={editor.stored}
          dirty={editor.dirty}
        />
        <div className="editor-details">
          <div className="grid content-start gap-6">
            <ServiceFields />
            <SlugField stored={editor.stored} />
            <PublishedField />
          </div>
          <div className="grid content-start gap-6">
            <DrawingFields />
            <QuoteFields />
          </div>
          <CoverField
            stored={editor.stored?.cover ?? null}
            cover={editor.cover}
            onChange={editor.setCover}
            onUploads={editor.countUploads}
          />
        </div>
      </EditorFrame>
    </FormProvider>
  )
}

function QuoteFields() {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 font-semibold">Quote</legend>
      <Field
        label="Text"
        multiline
        rows={3}
        hint="What the client says, without quotation marks."
        {...useTextField<CaseStudyFields>('quoteText')}
      />
      <Field label="Name" {...useTextField<CaseStudyFields>('quoteName')} />
      <Field label="Role" {...useTextField<CaseStudyFields>('quoteRole')} />
    </fieldset>
  )
}

export interface CaseStudyEditorProps {
  study: StoredCaseStudy | null
  onCreated: (id: string) => void
}

export const CaseStudyEditor = ({ study, onCreated }: CaseStudyEditorProps) => (
  <DocumentEditor
    kind={caseStudyKind}
    stored={study}
    onCreated={onCreated}
    toNew={(fields) => ({ ...fields, published: false })}
  >
    {(key, props) => <CaseStudyForm key={key} {...props} />}
  </DocumentEditor>
)
