import { useWatch } from 'react-hook-form'
import type { PostSeo } from '#contract/seo.ts'
import type { PostFields } from '../editor/post-fields.ts'

/** A copy, because the form changes its own object in place. */
const copy = (seo: PostSeo): PostSeo => ({ ...seo })

export const useSeo = (): PostSeo =>
  useWatch<PostFields, 'seo', PostFields, PostSeo>({ name: 'seo', compute: copy })
