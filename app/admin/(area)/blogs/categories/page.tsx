import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '#components/admin/categories/categories-query.ts'
import { CategoryList } from '#components/admin/categories/category-list.tsx'
import { ComingSoon } from '#components/admin/frame/coming-soon.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { can } from '#contract/roles.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { listStaffCategories } from '#lib/blog/staff-queries.ts'
import { staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Categories')

export default async function CategoriesPage() {
  const staff = await requireStaff('/admin/blogs/categories')
  if (!can(staff.user.role, 'editContent')) return <Forbidden />
  const categories = await listStaffCategories(staff)
  if (!categories) return <ComingSoon page="/admin/blogs/categories" />

  const queries = new QueryClient()
  queries.setQueryData(categoriesQuery.queryKey, categories)
  return (
    <>
      <h1 className="sr-only">Categories</h1>
      <HydrationBoundary state={dehydrate(queries)}>
        <CategoryList />
      </HydrationBoundary>
    </>
  )
}
