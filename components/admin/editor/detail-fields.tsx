import { Controller, useFormContext } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import type { CategoryOption } from '#lib/blog/staff-queries.ts'
import { Button } from '#components/ui/button.tsx'
import type { AuthorChoice, PostFields, StoredPost } from './post-fields.ts'
import { CategoryField } from './category-field.tsx'
import { TagInput } from './tag-input.tsx'
import { usesWorkingCopy } from './working-copy/requests.ts'
import { useClearError, useTextField } from './use-text-field.ts'

interface DetailFieldsProps {
  stored: StoredPost | null
  knownTags: string[]
  authors: AuthorChoice
  categories: CategoryOption[]
  tagText: string
  onTagText: (text: string) => void
  publishBlock: string | undefined
  onUnpublish: () => void
}

export function DetailFields({
  stored,
  knownTags,
  authors,
  categories,
  tagText,
  onTagText,
  publishBlock,
  onUnpublish,
}: DetailFieldsProps) {
  const { control, register, setError } = useFormContext<PostFields>()
  const clearError = useClearError()
  return (
    <>
      <div className="grid content-start gap-6">
        <Field
          label="Excerpt"
          multiline
          rows={4}
          dir="auto"
          hint="Shown in lists, searches and previews."
          {...useTextField('excerpt')}
        />
        <Field
          label="URL"
          hint={slugHint(stored)}
          placeholder={stored?.fields.slug}
          autoCapitalize="none"
          spellCheck={false}
          {...useTextField('slug')}
        />
      </div>
      <div className="grid content-start gap-6">
        <Controller
          control={control}
          name="tags"
          render={({ field, fieldState }) => (
            <TagInput
              tags={field.value}
              text={tagText}
              known={knownTags}
              error={fieldState.error?.message}
              focusRef={field.ref}
              onChange={(tags) => {
                field.onChange(tags)
                clearError('tags')
              }}
              onText={(typed) => {
                onTagText(typed)
                clearError('tags')
              }}
              onError={(message) => setError('tags', { message })}
            />
          )}
        />
        <CategoryField categories={categories} />
        <AuthorField stored={stored} authors={authors} />
        {usesWorkingCopy(stored) ? (
          stored.published && <Unpublish block={publishBlock} onClick={onUnpublish} />
        ) : (
          <label className="flex min-h-11 items-center gap-3 font-semibold">
            <input type="checkbox" className="size-5 accent-signal" {...register('published')} />
            Publish immediately
          </label>
        )}
      </div>
    </>
  )
}

function slugHint(stored: StoredPost | null): string {
  if (!stored) return 'Leave empty to create it from the title.'
  return stored.published ? 'The old URL will redirect.' : 'The last part of the post’s URL.'
}

interface AuthorFieldProps {
  stored: StoredPost | null
  authors: AuthorChoice
}

/** Absent when the upstream has no list of authors, or posts without an author's slug. */
function AuthorField({ stored, authors }: AuthorFieldProps) {
  const { error, ...field } = useTextField('author')
  const { own, options } = authors
  if (options.length === 0 || stored?.fields.author === '') return null
  const isListed = options.some(({ value }) => value === stored?.fields.author)
  return (
    <div className="grid gap-1.5">
      <label htmlFor="author" className="font-semibold">
        Author
      </label>
      <select
        id="author"
        className="control"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && 'author-error'}
        {...field}
      >
        {!isListed && <option value={stored?.fields.author ?? ''}>{own}</option>}
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {error && (
        <p id="author-error" className="control-error">
          {error}
        </p>
      )}
    </div>
  )
}

const Unpublish = ({ block, onClick }: { block: string | undefined; onClick: () => void }) => (
  <div className="grid justify-items-start gap-1.5">
    <p className="font-semibold">Published</p>
    <p id="unpublish-note" className="text-sm text-muted">
      {block ?? 'Visitors see this post without your unpublished changes.'}
    </p>
    <Button
      variant="plain"
      aria-disabled={block ? true : undefined}
      aria-describedby="unpublish-note"
      onClick={onClick}
    >
      Unpublish
    </Button>
  </div>
)
