'use client'

import '../posts/bulk-bar.css'
import '../ui/list-table.css'
import './tags.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { MAX_MERGED_TAGS, TAGS_PER_PAGE, type StaffTag } from '#contract/tags.ts'
import { countPosts } from '#lib/blog/texts.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { useUrlState } from '../ui/use-url-state.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { DuplicateTags } from './duplicate-tags.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { DeleteDialog, RenameDialog } from './tag-dialogs.tsx'
import { TagTable } from './tag-table.tsx'
import { tagListQuery, tagsUrl } from './tags-query.ts'

type Dialog = { kind: 'rename' | 'delete'; tag: StaffTag } | { kind: 'merge'; tags: StaffTag[] }

export function TagList() {
  const [state, setState] = useUrlState(tagsUrl)
  const { data, isError, isPlaceholderData, refetch } = useQuery(tagListQuery(state))
  const [selected, setSelected] = useState<ReadonlyMap<string, StaffTag>>(new Map())
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const tags = data?.data ?? []

  const select = (changed: StaffTag[], on: boolean) => {
    const next = new Map(selected)
    for (const tag of changed)
      if (on) next.set(tag.id, tag)
      else next.delete(tag.id)
    setSelected(next)
  }
  const present = (tag: StaffTag) => tags.find(({ id }) => id === tag.id) ?? tag
  const close = () => setDialog(null)
  return (
    <>
      <DuplicateTags onMerge={(group) => setDialog({ kind: 'merge', tags: group })} />
      <PagedList
        label="Results"
        busy={isPlaceholderData}
        toolbar={
          <SearchBox
            subject="tags"
            search={state.name}
            onSearch={(name) => setState({ name }, state.name === '' ? 'push' : 'replace')}
          />
        }
        range={
          data && { shown: tags.length, total: data.total, perPage: TAGS_PER_PAGE, noun: ['tag', 'tags'] }
        }
        summary={
          data &&
          data.reindexing > 0 && (
            <p className="text-sm">The search still has the old tags of {countPosts(data.reindexing)}.</p>
          )
        }
        selectionBar={
          selected.size > 0 && (
            <SelectionBar
              tags={[...selected.values()].map(present)}
              onMerge={(chosen) => setDialog({ kind: 'merge', tags: chosen })}
              onClear={() => setSelected(new Map())}
            />
          )
        }
        page={state.page}
        totalPages={data?.totalPages ?? 0}
        hrefOf={(page) => tagsUrl.toHref({ ...state, page })}
        onPage={(page, mode) => setState({ page }, mode)}
      >
        {isError && <LoadError what="the tags" onRetry={refetch} />}
        {data?.total === 0 && (
          <EmptyList
            title={state.name === '' ? 'No tags yet' : 'No tags found'}
            text={state.name === '' ? 'Tags that you add to posts appear here.' : 'Try another search.'}
          />
        )}
        {tags.length > 0 && (
          <TagTable
            tags={tags}
            state={state}
            selected={selected}
            onSelect={select}
            onSort={setState}
            onRename={(tag) => setDialog({ kind: 'rename', tag })}
            onDelete={(tag) => setDialog({ kind: 'delete', tag })}
          />
        )}
      </PagedList>
      {dialog?.kind === 'rename' && (
        <RenameDialog
          tag={present(dialog.tag)}
          onMerge={(other) => setDialog({ kind: 'merge', tags: [present(dialog.tag), other] })}
          onClose={close}
          onDone={close}
        />
      )}
      {dialog?.kind === 'merge' && (
        <MergeDialog
          tags={dialog.tags}
          onClose={close}
          onDone={() => {
            close()
            setSelected(new Map())
          }}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          tag={present(dialog.tag)}
          onClose={close}
          onDone={() => {
            close()
            select([dialog.tag], false)
          }}
        />
      )}
    </>
  )
}

interface SelectionBarProps {
  tags: StaffTag[]
  onMerge: (tags: StaffTag[]) => void
  onClear: () => void
}

function SelectionBar({ tags, onMerge, onClear }: SelectionBarProps) {
  const hint =
    tags.length < 2
      ? 'select another tag'
      : tags.length > MAX_MERGED_TAGS + 1
        ? `at most ${MAX_MERGED_TAGS + 1} tags at once`
        : `merges ${tags.length} tags`
  const canMerge = tags.length >= 2 && tags.length <= MAX_MERGED_TAGS + 1
  return (
    <div role="group" aria-label="Selected tags" className="bulk-bar">
      <p role="status" className="mr-auto font-semibold">
        {tags.length} selected
      </p>
      <div className="bulk-action">
        <Button
          variant="plain"
          aria-disabled={!canMerge || undefined}
          aria-describedby="bulk-merge"
          onClick={() => canMerge && onMerge(tags)}
        >
          Merge…
        </Button>
        <span id="bulk-merge">{hint}</span>
      </div>
      <Button variant="quiet" onClick={onClear}>
        Clear<span className="sr-only"> selection</span>
      </Button>
    </div>
  )
}
