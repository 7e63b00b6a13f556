'use client'

import { useState, type RefObject } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { MediaItem } from '#contract/media.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DescribeForm } from './describe-form.tsx'
import { MediaBrowser } from './media-browser.tsx'
import { isUndescribed, nameOf, widthWithin } from './media-grid.tsx'
import { firstPage } from './media-query.ts'
import { useUploads } from './use-uploads.ts'

interface MediaPickerProps {
  onChoose: (item: MediaItem) => void
  onClose: () => void
  returnFocus?: RefObject<HTMLElement | null>
}

export function MediaPicker({ onChoose, onClose, returnFocus }: MediaPickerProps) {
  const [state, setState] = useState(firstPage)
  const uploads = useUploads()
  const [chosen, setChosen] = useState<MediaItem | null>(null)
  return (
    <Dialog
      title={chosen ? nameOf(chosen) : 'Media library'}
      className="media-picker"
      onClose={onClose}
      returnFocus={returnFocus}
    >
      {/* React passes events of the dialog on to the form of the editor. */}
      <div data-stays className="mt-4" onSubmit={(event) => event.stopPropagation()}>
        {chosen ? (
          <div className="grid gap-4">
            <img
              src={chosen.sources[0]?.url}
              width={chosen.width}
              height={chosen.height}
              alt=""
              style={{ width: widthWithin(chosen, 14) }}
            />
            <DescribeForm item={chosen} submitLabel="Use image" onDescribed={onChoose} />
          </div>
        ) : (
          <MediaBrowser
            uploads={uploads}
            state={state}
            onState={(change) => setState((current) => ({ ...current, page: 1, ...change }))}
            onChoose={(item) => (isUndescribed(item) ? setChosen(item) : onChoose(item))}
          />
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          {chosen && (
            <Button variant="quiet" onClick={() => setChosen(null)}>
              Back
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
