import dynamic from 'next/dynamic'
import { useState } from 'react'
import { readingMinutes, wordCount } from '#lib/blog/reading-time.ts'
import type { MarkdownFieldProps } from './markdown-field.tsx'
import { PreviewPane } from './preview-pane.tsx'

const MarkdownField = dynamic(
  () => import('./markdown-field.tsx').then(({ MarkdownField }) => MarkdownField),
  { ssr: false, loading: () => <div className="placeholder grow" /> },
)

interface ContentFieldProps extends Pick<MarkdownFieldProps, 'onChange' | 'onUploads'> {
  content: string
  error: string | undefined
}

const panes = ['Write', 'Preview'] as const

/** Markdown and beside it what it becomes; where both have no room, one of them at a time. */
export function ContentField({ content, error, onChange, onUploads }: ContentFieldProps) {
  const [shown, setShown] = useState<(typeof panes)[number]>('Write')
  const words = wordCount(content)
  return (
    <section aria-label="Content" className="grid gap-1.5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 className="font-semibold">Content</h2>
          <p id="content-hint" className="text-sm text-muted">
            Markdown, or HTML where Markdown has no word for it. Images can be pasted or dropped.
          </p>
        </div>
        <p className="text-sm text-muted tabular-nums">
          {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'} · {readingMinutes(content)} min
          read
        </p>
      </div>
      <div className="flex lg:hidden" role="group" aria-label="Show">
        {panes.map((pane) => (
          <button
            key={pane}
            type="button"
            aria-pressed={shown === pane}
            onClick={() => setShown(pane)}
            className="editor-switch"
          >
            {pane}
          </button>
        ))}
      </div>
      <div className="editor-panes">
        <div className="editor-pane" data-invalid={error !== undefined} data-shown={shown === 'Write'}>
          <MarkdownField
            initial={content}
            hintId="content-hint"
            errorId={error && 'content-error'}
            onChange={onChange}
            onUploads={onUploads}
          />
        </div>
        <div className="editor-pane" data-shown={shown === 'Preview'}>
          <PreviewPane content={content} />
        </div>
      </div>
      {error && (
        <p id="content-error" className="control-error">
          {error}
        </p>
      )}
    </section>
  )
}
