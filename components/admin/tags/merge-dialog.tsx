'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffTag } from '#contract/tags.ts'
import { countPosts } from '#lib/blog/texts.ts'
import { callerErrorText, changeErrorText } from '../error-text.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { TagAddress, type TagDialogProps } from './tag-dialogs.tsx'
import { mergePreviewQuery } from './tags-query.ts'
import { useChangeTags } from './use-change-tags.ts'

interface MergeProps extends TagDialogProps {
  tags: StaffTag[]
}

export function MergeDialog({ tags, onClose, onDone }: MergeProps) {
  const [kept, setKept] = useState(() => tags.toSorted((a, b) => b.count - a.count)[0]?.id ?? '')
  const { mutate, isIdle, isPending, isError, error } = useChangeTags(onDone)
  const otherIds = tags.map(({ id }) => id).filter((id) => id !== kept)
  const preview = useQuery({
    ...mergePreviewQuery(kept, otherIds),
    placeholderData: keepPreviousData,
    // When the lists are refetched, the merged tags no longer exist and cannot be previewed.
    enabled: isIdle || isError,
  })
  const shown = preview.data?.data
  const effect = preview.isPlaceholderData ? undefined : shown
  const present = shown ? [shown.tag, ...(shown.merged ?? [])] : []
  const current = tags.map((tag) => present.find(({ id }) => id === tag.id) ?? tag)
  const into = current.find(({ id }) => id === kept)
  const others = current.filter(({ id }) => id !== kept)
  const rejection = callerErrorText(preview.error, '')
  return (
    <ChangeDialog
      title={`Merge ${tags.length} tags`}
      confirmLabel="Merge"
      busyLabel="Merging…"
      busy={isPending}
      ready={effect !== undefined}
      error={error ? changeErrorText(error) : rejection}
      onConfirm={() => into && mutate({ kind: 'merge', into, others })}
      onClose={onClose}
    >
      <fieldset>
        <legend className="font-semibold">Name to keep</legend>
        <div className="mt-1 grid">
          {current.map((tag) => (
            <label key={tag.id} className="flex min-h-11 items-center gap-3 wrap-anywhere">
              <input
                type="radio"
                name="kept"
                className="size-5 shrink-0 accent-signal"
                checked={tag.id === kept}
                disabled={isPending}
                onChange={() => setKept(tag.id)}
              />
              <span>
                {tag.name} <span className="text-muted">· {countPosts(tag.count)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {preview.isLoadingError && rejection === '' && (
        <LoadError what="the effects" onRetry={preview.refetch} />
      )}
      <div role="status">
        {effect && into ? (
          <ul className="change-effect">
            <li>
              {countPosts(effect.posts)} {effect.posts === 1 ? 'gets' : 'get'} “{into.name}” instead.
            </li>
            <li>
              {effect.addresses === 1 ? '1 address redirects' : `${effect.addresses} addresses redirect`} to{' '}
              <TagAddress slug={into.slug} />:{' '}
              {others.map(({ slug }, index) => (
                <span key={slug}>
                  {index > 0 && ', '}
                  <TagAddress slug={slug} />
                </span>
              ))}
            </li>
          </ul>
        ) : (
          preview.isFetching && <p className="text-muted">Counting the posts…</p>
        )}
      </div>
    </ChangeDialog>
  )
}
