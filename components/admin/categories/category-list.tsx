'use client'

import { useQuery } from '@tanstack/react-query'
import { SquarePen, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { MAX_CATEGORIES, type StaffCategory } from '#contract/categories.ts'
import { listHref } from '#lib/blog/list-state.ts'
import { countPosts } from '#lib/blog/texts.ts'
import './categories.css'
import { MoveButtons, RowButton } from '../ui/row-buttons.tsx'
import { SortableList, type RowPlace } from '../ui/sortable-list.tsx'
import { useFocusRecovery } from '../ui/focus.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { categoriesQuery, useOrder } from './categories-query.ts'
import { CategoryDialog, DeleteCategoryDialog } from './category-dialogs.tsx'

type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete'; category: StaffCategory }

export function CategoryList() {
  const { data, isError, refetch } = useQuery(categoriesQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const reorder = useOrder()
  const area = useRef<HTMLDivElement>(null)
  useFocusRecovery(area, area)
  const categories = data?.data ?? []
  const close = () => setDialog(null)
  const isFull = categories.length >= MAX_CATEGORIES
  return (
    <div ref={area} tabIndex={-1} className="grid gap-5 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-measure text-muted">
          A post is in one category at most. The site shows the categories with published posts in this order.
        </p>
        <Button aria-disabled={isFull || undefined} onClick={() => !isFull && setDialog({ kind: 'new' })}>
          New Category
        </Button>
      </div>
      {isFull && <p className="text-muted">There can be at most {MAX_CATEGORIES} categories.</p>}
      {isError && <LoadError what="the categories" onRetry={refetch} />}
      {data && categories.length === 0 && (
        <EmptyList title="No categories yet" text="Create one, and choose it for posts in the editor." />
      )}
      {categories.length > 0 && (
        <SortableList label="Categories" items={categories} onReorder={reorder}>
          {(category, place) => (
            <CategoryRow
              category={category}
              place={place}
              onEdit={() => setDialog({ kind: 'edit', category })}
              onDelete={() => setDialog({ kind: 'delete', category })}
            />
          )}
        </SortableList>
      )}
      {dialog?.kind === 'new' && <CategoryDialog onClose={close} />}
      {dialog?.kind === 'edit' && <CategoryDialog category={dialog.category} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteCategoryDialog category={dialog.category} onClose={close} />}
    </div>
  )
}

interface CategoryRowProps {
  category: StaffCategory
  place: RowPlace
  onEdit: () => void
  onDelete: () => void
}

function CategoryRow({ category, place, onEdit, onDelete }: CategoryRowProps) {
  const { name, slug, description, count, published } = category
  return (
    <>
      <div className="category-text">
        <h2 className="font-semibold wrap-anywhere">{name}</h2>
        {description && <p className="text-sm text-muted wrap-anywhere">{description}</p>}
        <p className="category-facts">
          {published > 0 ? (
            <SiteLink href={listHref({ category: slug })} className="link">
              <span className="sr-only">View the articles in </span>
              {slug}
            </SiteLink>
          ) : (
            <span>{slug}</span>
          )}
          {count > 0 ? (
            <SiteLink
              href={`/admin/blogs?category=${slug}`}
              className="link inline-flex min-h-11 items-center tabular-nums"
            >
              {countPosts(count)}
              <span className="sr-only"> in {name}</span>
            </SiteLink>
          ) : (
            <span className="text-muted">No posts</span>
          )}
        </p>
      </div>
      <span className="inline-flex">
        <RowButton label="Edit" name={name} icon={SquarePen} onClick={onEdit} />
        <RowButton label="Delete" name={name} icon={Trash2} onClick={onDelete} />
      </span>
      <MoveButtons name={name} place={place} />
    </>
  )
}
