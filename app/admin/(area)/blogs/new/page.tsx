import { PostEditorLoader } from '#components/admin/editor/post-editor-loader.tsx'
import { isDay } from '#contract/calendar.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { hasSchedules } from '#lib/schedule/queries.ts'
import { getWritingSettings } from '#lib/settings/staff-settings.ts'
import { listAuthorChoices, listCategoryOptions, listTagNames } from '#lib/blog/staff-queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('New Post')

interface NewPostProps {
  searchParams: Promise<{ planned?: string | string[] }>
}

export default async function NewPostPage({ searchParams }: NewPostProps) {
  const staff = await requireStaff('/admin/blogs/new')
  const planned = [(await searchParams).planned].flat().find((day) => day !== undefined && isDay(day))
  const [knownTags, authors, categories, { template, publishing }, hasSchedule] = await Promise.all([
    listTagNames(staff),
    listAuthorChoices(staff),
    listCategoryOptions(staff),
    getWritingSettings(staff),
    hasSchedules(staff),
  ])
  const { name: own, author } = staff.user
  // Leaves out the signed-in account, which the empty choice stands for.
  const options = authors.filter(({ name, value }) => (author ? value !== author : name !== own))
  return (
    <PostEditorLoader
      post={null}
      knownTags={knownTags}
      authors={{ own, options }}
      categories={categories}
      template={template}
      hasSchedule={hasSchedule}
      {...(hasSchedule && planned && { plannedFor: planned })}
      publishing={publishing}
    />
  )
}
