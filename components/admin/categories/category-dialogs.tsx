'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { Field } from '#components/ui/field.tsx'
import {
  categoryInputSchema,
  categoryResponseSchema,
  staffCategoryListResponseSchema,
  MAX_CATEGORY_DESCRIPTION,
  MAX_CATEGORY_NAME,
  type CategoryInput,
  type StaffCategory,
} from '#contract/categories.ts'
import { listHref } from '#lib/blog/list-state.ts'
import { countPosts } from '#lib/blog/texts.ts'
import { conflictVersion, isVersionConflict, staffDelete, staffRequest, versionHeader } from '../api.ts'
import { changeErrorText, showFieldErrors } from '../error-text.ts'
import { listChanges, mergeFields } from '../merge-fields.ts'
import { refetch } from '../refetch.ts'
import { saveChanges } from '../save-changes.ts'
import { postsKey } from '../posts/posts-query.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { useRetryKey } from '../use-retry-key.ts'
import { categoriesQuery } from './categories-query.ts'

interface DialogProps {
  category: StaffCategory
  onClose: () => void
}

const pathOf = ({ id }: StaffCategory) => `/api/categories/${encodeURIComponent(id)}`

function useRefetch() {
  const queries = useQueryClient()
  return () => Promise.all([refetch(queries, categoriesQuery.queryKey), refetch(queries, postsKey)])
}

const fieldNames = ['name', 'slug', 'description'] as const

const toFields = ({ name, slug, description }: Pick<StaffCategory, 'name' | 'slug' | 'description'>) => ({
  name,
  slug,
  description,
})

async function readCategory(id: string): Promise<StaffCategory | undefined> {
  const { data } = await staffRequest('/api/categories', staffCategoryListResponseSchema)
  return data.find((category) => category.id === id)
}

export function CategoryDialog({ category, onClose }: Omit<DialogProps, 'category'> & Partial<DialogProps>) {
  const refetchLists = useRefetch()
  const { headersFor } = useRetryKey()
  const [stored, setStored] = useState(category)
  const { register, handleSubmit, formState, getValues, reset, setError } = useForm({
    defaultValues: toFields(category ?? { name: '', slug: '', description: '' }),
    resolver: zodResolver(categoryInputSchema),
    reValidateMode: 'onSubmit',
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (input: CategoryInput) => {
      if (!stored) {
        const request = { method: 'POST', json: input, headers: headersFor(input) } as const
        return staffRequest('/api/categories', categoryResponseSchema, request)
      }
      return saveChanges({
        path: pathOf(stored),
        schema: categoryResponseSchema,
        stored,
        toFields,
        changes: listChanges(toFields(stored), input),
        readNewest: () => readCategory(stored.id),
        onConflict: (newest) => {
          reset(mergeFields(toFields(stored), getValues(), toFields(newest)))
          setStored(newest)
        },
      })
    },
    onSuccess: async ({ data }) => {
      onClose()
      toast.success(`The category “${data.name}” was ${category ? 'saved' : 'created'}.`)
      await refetchLists()
    },
    onError: async (failure) => {
      showFieldErrors(failure, fieldNames, setError)
      if (isVersionConflict(failure)) await refetchLists()
    },
  })
  const { errors } = formState
  const hasFieldError = fieldNames.some((name) => errors[name])
  const conflictText = 'Someone else changed this category. Save again to replace their changes with yours.'
  const problem = isVersionConflict(error) ? conflictText : changeErrorText(error)
  return (
    <ChangeDialog
      title={category ? `Edit “${category.name}”` : 'New Category'}
      confirmLabel={category ? 'Save' : 'Create'}
      busyLabel="Saving…"
      busy={isPending}
      error={error && !hasFieldError ? problem : undefined}
      onConfirm={() => void handleSubmit((input) => mutate(input))()}
      onClose={onClose}
    >
      <Field
        label="Name"
        maxLength={MAX_CATEGORY_NAME}
        autoComplete="off"
        error={errors.name?.message}
        readOnly={isPending}
        {...register('name')}
      />
      <Field
        label="Slug"
        hint={
          category ? 'The old address redirects to the new one.' : 'Leave empty to create it from the name.'
        }
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={errors.slug?.message}
        readOnly={isPending}
        {...register('slug')}
      />
      <Field
        label="Description"
        hint="Shown above the list and in search results."
        multiline
        rows={3}
        maxLength={MAX_CATEGORY_DESCRIPTION}
        error={errors.description?.message}
        readOnly={isPending}
        {...register('description')}
      />
    </ChangeDialog>
  )
}

export function DeleteCategoryDialog({ category, onClose }: DialogProps) {
  const refetchLists = useRefetch()
  const [version, setVersion] = useState(category.version)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => staffDelete(pathOf(category), versionHeader(version)),
    onSuccess: async () => {
      onClose()
      toast.success(`The category “${category.name}” was deleted.`)
      await refetchLists()
    },
    onError: async (failure) => {
      setVersion(conflictVersion(failure, version))
      if (isVersionConflict(failure)) await refetchLists()
    },
  })
  const { count, published, slug } = category
  return (
    <ChangeDialog
      title={`Delete “${category.name}”`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={isPending}
      error={
        isVersionConflict(error)
          ? 'Someone else changed this category. Delete it again if it is still not needed.'
          : error
            ? changeErrorText(error)
            : undefined
      }
      onConfirm={mutate}
      onClose={onClose}
    >
      <ul className="change-effect">
        <li>
          {count === 0
            ? 'No post is in this category.'
            : `${countPosts(count)} ${count === 1 ? 'has' : 'have'} no category afterwards. No post is deleted.`}
        </li>
        {published > 0 && (
          <li>
            <code className="text-sm wrap-anywhere">{listHref({ category: slug })}</code> and its feeds no
            longer exist.
          </li>
        )}
      </ul>
    </ChangeDialog>
  )
}
