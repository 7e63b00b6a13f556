import { useFormContext, useWatch } from 'react-hook-form'
import { useSite } from '#components/site/site-context.tsx'
import { Field } from '#components/ui/field.tsx'
import { beginningOf } from '#contract/plain-text.ts'
import { describePost } from '#contract/seo.ts'
import type { CoverChange } from '../editor/document.ts'
import type { PostFields, StoredPost } from '../editor/post-fields.ts'
import { ShareImageField } from '../editor/share-image-field.tsx'
import { useFieldError, useTextField } from '../editor/use-text-field.ts'
import { PixelWidth, SearchPreview, SharePreview } from './previews.tsx'
import { useSeo } from './use-seo.ts'

const watched = ['title', 'excerpt', 'slug'] as const

/** Approximates the slug that the upstream makes from the title. */
const toSlug = (title: string) =>
  title
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)

interface SeoPanelProps {
  siteUrl: string
  stored: StoredPost | null
  cover: CoverChange
  onUploads: (change: 1 | -1) => void
}

export function SeoPanel({ siteUrl, stored, cover, onUploads }: SeoPanelProps) {
  const { register, setValue } = useFormContext<PostFields>()
  const [title, excerpt, typedSlug] = useWatch<PostFields, typeof watched>({ name: watched })
  // Most changes of a long text do not change its beginning.
  const content = useWatch<PostFields, 'content', PostFields, string>({
    name: 'content',
    compute: beginningOf,
  })
  const seo = useSeo()
  const { name: brand } = useSite()
  const shownCover = cover.file ?? cover.media?.url ?? (cover.removed ? null : (stored?.cover ?? null))
  const error = useFieldError('seo')
  const imageError = useFieldError('seo.image')
  const post = { title: title.trim() || 'Untitled', excerpt: excerpt.trim(), content }
  const shown = describePost({ ...post, seo }, brand)
  const fallback = describePost(post, brand)
  const { host } = new URL(siteUrl)
  const slug = typedSlug.trim() || stored?.fields.slug || toSlug(title)

  return (
    <section aria-labelledby="seo" className="seo">
      <div className="seo-fields">
        <div>
          <h2 id="seo" className="font-semibold">
            Search and sharing
          </h2>
          <p className="text-sm text-muted">
            Empty fields use the title, the excerpt or the beginning of the text, and the cover.
          </p>
          {error && <p className="control-error">{error}</p>}
        </div>
        <div>
          <Field label="Search headline" placeholder={fallback.title} {...useTextField('seo.title')} />
          <PixelWidth part="title" text={shown.title} />
        </div>
        <div>
          <Field
            label="Search description"
            multiline
            rows={3}
            placeholder={fallback.description}
            {...useTextField('seo.description')}
          />
          <PixelWidth part="description" text={shown.description} />
        </div>
        <Field
          label="Canonical address"
          hint="Where the text was first published, if not here."
          placeholder={`${siteUrl}blog/${slug}`}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          {...useTextField('seo.canonical')}
        />
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input type="checkbox" className="size-5 accent-signal" {...register('seo.noindex')} />
          Hide from search engines
        </label>
        <Field label="Share headline" placeholder={fallback.shareTitle} {...useTextField('seo.shareTitle')} />
        <Field
          label="Share description"
          multiline
          rows={2}
          placeholder={
            describePost({ ...post, seo: { ...seo, shareDescription: '' } }, brand).shareDescription
          }
          {...useTextField('seo.shareDescription')}
        />
        <ShareImageField
          id="seo-image"
          hint="Best with 1200 × 630 pixels. Without one, the cover is used."
          isChosen={seo.image !== ''}
          error={imageError}
          onChange={(image) => setValue('seo.image', image?.url ?? '')}
          onUploads={onUploads}
        />
      </div>
      <div className="seo-previews">
        {seo.noindex ? (
          <p className="text-muted">Search engines do not show this post.</p>
        ) : (
          <SearchPreview brand={brand} address={`${host} › blog › ${slug}`} {...shown} />
        )}
        <SharePreview
          host={host}
          image={seo.image || shownCover}
          title={shown.shareTitle}
          description={shown.shareDescription}
        />
      </div>
    </section>
  )
}
