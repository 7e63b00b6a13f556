'use client'

import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { countOf } from '#lib/counts.ts'
import { FilePicture } from '../editor/image-dialog.tsx'
import { DescribeForm } from './describe-form.tsx'
import type { Upload, Uploads } from './use-uploads.ts'

function summaryOf(uploads: Upload[]): string {
  const done = uploads.filter(({ item }) => item).length
  const failed = uploads.filter(({ error }) => error !== undefined).length
  if (uploads.length === 0) return ''
  if (done + failed < uploads.length) return `${done} of ${countOf(uploads.length, 'image')} uploaded`
  return `${countOf(done, 'image')} uploaded${failed > 0 ? `, ${failed} failed` : ''}`
}

export function UploadList({ uploads, retry, remove }: Uploads) {
  return (
    <section aria-label="Uploads">
      <p role="status" className="font-semibold">
        {summaryOf(uploads)}
      </p>
      {uploads.length > 0 && (
        <ul className="media-uploads">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload)}
              onRemove={() => remove(upload.key)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onRemove: () => void
}

function UploadRow({ upload: { file, share, error, isFinal, item }, onRetry, onRemove }: UploadRowProps) {
  const [described, setDescribed] = useState(false)
  return (
    <li data-row tabIndex={-1} className="media-upload">
      <FilePicture file={file} alt="" className="media-upload-picture" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="font-semibold wrap-anywhere">{file.name}</p>
        {!item && error === undefined && (
          <progress className="media-progress" value={share} aria-label={`Upload of ${file.name}`} />
        )}
        {error !== undefined && (
          <>
            <p role="alert" className="control-error">
              {error}
            </p>
            {!isFinal && (
              <div>
                <Button variant="plain" onClick={onRetry}>
                  Try again
                </Button>
              </div>
            )}
          </>
        )}
        {item && described && (
          <p role="status" className="text-muted">
            Saved
          </p>
        )}
        {item && !described && (
          <DescribeForm item={item} submitLabel="Save text" onDescribed={() => setDescribed(true)} />
        )}
      </div>
      {(item ?? error) !== undefined && (
        <button
          type="button"
          className="media-close"
          aria-label={`Remove ${file.name} from this list`}
          onClick={onRemove}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      )}
    </li>
  )
}
