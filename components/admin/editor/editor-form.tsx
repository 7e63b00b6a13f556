import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { toPartialSeo } from '#contract/seo.ts'
import type { CategoryOption } from '#lib/blog/staff-queries.ts'
import type { Publishing } from '#lib/settings/staff-settings.ts'
import { ChecksPanel } from '../checks/checks-panel.tsx'
import { showMessages } from '../error-text.ts'
import { areEqual } from '../merge-fields.ts'
import { ApprovalPanel } from '../reviews/approval-panel.tsx'
import { historyQuery } from '../revisions/revisions-query.ts'
import { ScheduleFields } from '../schedule/schedule-fields.tsx'
import { describeFailure, describeTime } from '../schedule/scheduled-time.ts'
import { SeoPanel } from '../seo/seo-panel.tsx'
import { ContentField } from './content-field.tsx'
import { CoverField } from './cover-field.tsx'
import { DetailFields } from './detail-fields.tsx'
import { EditorFrame } from './editor-frame.tsx'
import { addTags, postFormSchema } from './post-fields.ts'
import type { AuthorChoice, PostFields, StoredPost } from './post-fields.ts'
import type { DocumentKind, EditorStart } from './document.ts'
import type { Merged } from './merge/merge-document.ts'
import { Lockable } from './presence/lock.tsx'
import { RemovePost } from './remove-post.tsx'
import { TitleField } from './title-field.tsx'
import { useDocumentForm } from './use-document-form.ts'
import { useAuthorChange } from './working-copy/author-change.ts'
import { hasWorkingCopy } from './working-copy/requests.ts'

const fieldNames = [
  'title',
  'content',
  'excerpt',
  'slug',
  'author',
  'tags',
  'category',
  'published',
  'coverAlt',
  'publishAt',
  'unpublishAt',
  'plannedFor',
  'seo',
] as const

interface Choices {
  authors: AuthorChoice
  categories: CategoryOption[]
}

const authorName = ({ own, options }: AuthorChoice, slug: string) =>
  options.find(({ value }) => value === slug)?.name ?? (slug || own)

const categoryName = (categories: CategoryOption[], slug: string) =>
  categories.find((category) => category.slug === slug)?.name ?? slug

const compared = (fields: PostFields, { authors, categories }: Choices) =>
  [
    ['Title', fields.title],
    ['URL', fields.slug],
    ['Excerpt', fields.excerpt],
    ['Tags', fields.tags.join(', ')],
    ['Category', categoryName(categories, fields.category)],
    ['Alternative text', fields.coverAlt],
    ['Author', authorName(authors, fields.author)],
    ['Search and sharing', Object.values(toPartialSeo(fields.seo)).join(', ')],
    ['Status', fields.published ? 'published' : 'draft'],
    ['Publish at', describeTime(fields.publishAt)],
    ['Take offline at', describeTime(fields.unpublishAt)],
    ['Planned for', fields.plannedFor],
  ] as const

interface EditorFormProps extends Choices {
  kind: DocumentKind<PostFields>
  start: EditorStart<PostFields>
  knownTags: string[]
  hasHistory?: boolean | undefined
  hasSchedule: boolean
  /** Null when the upstream has neither search texts nor checks. */
  publishing: Publishing | null
  onCreated: (post: StoredPost) => void
  onUseTheirs: (theirs: StoredPost) => void
  onMerged: (merged: Merged<PostFields>) => void
}

export function EditorForm(props: EditorFormProps) {
  const { kind, start, knownTags, authors, categories, publishing, onCreated, onUseTheirs, onMerged } = props
  const methods = useForm({
    defaultValues: start.fields,
    resolver: zodResolver(postFormSchema, undefined, { raw: true }),
    reValidateMode: 'onSubmit',
  })
  const { control, handleSubmit, getValues, setValue, setFocus, setError, subscribe } = methods
  const [tagText, setTagText] = useState('')

  const getFields = useCallback((): PostFields => {
    const values = getValues()
    return { ...values, tags: addTags(values.tags, tagText, knownTags).tags }
  }, [getValues, tagText, knownTags])
  const onEdit = useCallback(
    (callback: () => void) => subscribe({ formState: { values: true }, callback }),
    [subscribe],
  )

  const addTypedTag = (): boolean => {
    const { tags, error } = addTags(getValues('tags'), tagText, knownTags)
    if (error) {
      setError('tags', { message: error }, { shouldFocus: true })
      return false
    }
    setValue('tags', tags)
    setTagText('')
    return true
  }

  const editor = useDocumentForm({
    kind,
    start,
    onCreated,
    publishBlock: useAuthorChange(authors),
    form: {
      getFields,
      onEdit,
      prepare: addTypedTag,
      validate: (onValid, onInvalid) => void handleSubmit(onValid, onInvalid)(),
      showErrors: (messages) => {
        showMessages(messages, fieldNames, setError)
        if (messages['coverImage']) setError('root.coverImage', { message: messages['coverImage'] })
      },
      adopt: (saved, sent) => {
        // The upstream may change the slug, the author and the spelling of tags.
        const { slug, author, tags } = saved.fields
        const { published } = getValues()
        if (areEqual(getValues('tags'), sent.tags)) setValue('tags', tags)
        return { ...sent, slug, author, tags, published }
      },
    },
  })
  const { stored, countUploads } = editor
  const isScheduling = useWatch({ control, name: 'publishAt' }) !== '' && !stored?.published
  const { data: hasHistory } = useQuery(historyQuery(stored?.id, props.hasHistory))

  return (
    <FormProvider {...methods}>
      <EditorFrame
        editor={editor}
        historyPath={stored && hasHistory ? `/admin/blogs/${stored.id}/revisions` : undefined}
        isScheduling={isScheduling}
        isScheduled={!stored?.published && (stored?.fields.publishAt ?? '') !== ''}
        scheduleFailure={stored ? describeFailure({ ...stored.fields, ...stored }) : undefined}
        compared={(fields) => compared(fields, { authors, categories })}
        onUseTheirs={onUseTheirs}
        onMerged={onMerged}
        focusTitle={() => setFocus('title')}
      >
        <Lockable>
          <TitleField />
        </Lockable>
        <ContentField
          documentId={stored?.id}
          notesApi={stored ? `${kind.api}/${stored.id}` : undefined}
          onUploads={countUploads}
        />
        {publishing && <ChecksPanel publishing={publishing} stored={stored} cover={editor.cover} />}
        <Lockable>
          <ApprovalPanel api={kind.api} noun={kind.noun} stored={stored} dirty={editor.dirty} />
          <div className="editor-details">
            <DetailFields
              stored={stored}
              knownTags={knownTags}
              authors={authors}
              categories={categories}
              tagText={tagText}
              onTagText={setTagText}
              publishBlock={editor.publishBlock}
              onUnpublish={() => editor.submit(false)}
            />
            <CoverField
              stored={stored?.cover ?? null}
              cover={editor.cover}
              onChange={editor.setCover}
              onUploads={countUploads}
            />
            {props.hasSchedule && <ScheduleFields isLive={stored?.published || hasWorkingCopy(stored)} />}
          </div>
          {publishing && (
            <SeoPanel
              siteUrl={publishing.siteUrl}
              stored={stored}
              cover={editor.cover}
              onUploads={countUploads}
            />
          )}
          <RemovePost editor={editor} />
        </Lockable>
      </EditorFrame>
    </FormProvider>
  )
}
