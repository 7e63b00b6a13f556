'use client'

import './media.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { MEDIA_PER_PAGE, mediaFilters, mediaSorts, type MediaItem } from '#contract/media.ts'
import { EmptyList } from '../ui/empty-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import type { HistoryMode } from '../ui/use-url-state.ts'
import { ImageInput, useFileDrop } from './image-input.tsx'
import { MediaGrid } from './media-grid.tsx'
import { mediaListQuery, mediaUrlFormat, type MediaState } from './media-query.ts'
import { UploadList } from './upload-list.tsx'
import type { Uploads } from './use-uploads.ts'

const filterNames = {
  unused: 'Unused',
  covers: 'Covers',
  texts: 'In texts',
  undescribed: 'Without alternative text',
}
const sortNames = { newest: 'Newest first', oldest: 'Oldest first', name: 'Name', largest: 'Largest first' }

interface MediaBrowserProps {
  uploads: Uploads
  state: MediaState
  onState: (change: Partial<MediaState>, mode?: HistoryMode) => void
  onChoose: (item: MediaItem) => void
}

export function MediaBrowser({ uploads, state, onState, onChoose }: MediaBrowserProps) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(mediaListQuery(state))
  const fileInput = useRef<HTMLInputElement>(null)
  const { isOver, dropProps } = useFileDrop(uploads.add)
  const isFiltered = state.search !== '' || state.show !== undefined
  return (
    <div className="media-browser" data-over={isOver} {...dropProps}>
      <PagedList
        label="Images"
        busy={isPlaceholderData}
        toolbar={
          <div className="grid grid-cols-1 gap-4">
            <div className="list-toolbar">
              <SearchBox
                subject="images"
                search={state.search}
                onSearch={(search) => onState({ search }, state.search === '' ? 'push' : 'replace')}
              />
              <Choice
                label="Show"
                value={state.show ?? ''}
                onChange={(value) => onState({ show: mediaFilters.find((filter) => filter === value) })}
              >
                <option value="">All images</option>
                {mediaFilters.map((filter) => (
                  <option key={filter} value={filter}>
                    {filterNames[filter]}
                  </option>
                ))}
              </Choice>
              <Choice
                label="Sort"
                value={state.sort}
                onChange={(value) => onState({ sort: mediaSorts.find((sort) => sort === value) ?? 'newest' })}
              >
                {mediaSorts.map((sort) => (
                  <option key={sort} value={sort}>
                    {sortNames[sort]}
                  </option>
                ))}
              </Choice>
              <Button onClick={() => fileInput.current?.click()}>Upload images</Button>
              <ImageInput ref={fileInput} multiple aria-label="Image files" onFiles={uploads.add} />
            </div>
            <UploadList {...uploads} />
          </div>
        }
        range={
          data && {
            shown: data.data.length,
            total: data.total,
            perPage: MEDIA_PER_PAGE,
            noun: ['image', 'images'],
          }
        }
        page={state.page}
        totalPages={data?.totalPages ?? 0}
        hrefOf={(page) => mediaUrlFormat.toHref({ ...state, page })}
        onPage={(page, mode) => onState({ page }, mode)}
      >
        {isError && <LoadError what="the images" onRetry={refetch} />}
        {data?.total === 0 && (
          <EmptyList
            title={isFiltered ? 'No images found' : 'No images yet'}
            text={isFiltered ? 'Try another search or filter.' : 'Upload images, or drop them here.'}
          />
        )}
        {data && data.data.length > 0 && <MediaGrid items={data.data} onChoose={onChoose} />}
      </PagedList>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

const Choice = ({ label, value, onChange, children }: ChoiceProps) => (
  <select
    aria-label={label}
    className="control media-choice"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  >
    {children}
  </select>
)
