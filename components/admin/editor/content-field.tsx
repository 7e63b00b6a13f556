import './content-field.css'
import dynamic from 'next/dynamic'
import { memo, useCallback, useDeferredValue, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { readingMinutes, wordCount } from '#contract/markup.ts'
import type { MarkdownFieldProps } from './markdown-field.tsx'
import type { PostFields } from './post-fields.ts'
import { PreviewPane } from './preview.tsx'
import { usePreview } from './use-preview.ts'
import { useClearError, useFieldError } from './use-text-field.ts'

const MarkdownField = memo(
  dynamic(() => import('./markdown-field.tsx').then(({ MarkdownField }) => MarkdownField), {
    ssr: false,
    loading: () => <div className="placeholder grow" />,
  }),
)

/** Renders with each key; the field below it does not, because CodeMirror has its own copy of the text. */
function ContentInput(props: Omit<MarkdownFieldProps, 'initial' | 'focusRef' | 'onChange'>) {
  const { field } = useController<PostFields, 'content'>({ name: 'content' })
  const [initial] = useState(field.value)
  const { onChange } = field
  const clearError = useClearError()
  const change = useCallback(
    (content: string) => {
      onChange(content)
      clearError('content')
    },
    [onChange, clearError],
  )
  return <MarkdownField {...props} initial={initial} focusRef={field.ref} onChange={change} />
}

const Count = memo(function Count({ content }: { content: string }) {
  const words = wordCount(content)
  return (
    <p className="text-sm text-muted tabular-nums">
      {words.toLocaleString('en-US')} {words === 1 ? 'word' : 'words'}
      {words > 0 && ` · ${readingMinutes(content)} min read`}
    </p>
  )
})

/** Typing must not wait for the words to be counted. */
function WordCount() {
  const content = useWatch<PostFields, 'content'>({ name: 'content' })
  return <Count content={useDeferredValue(content)} />
}

const panes = ['Write', 'Preview'] as const

export function ContentField({ onUploads }: Pick<MarkdownFieldProps, 'onUploads'>) {
  const [shown, setShown] = useState<(typeof panes)[number]>('Write')
  const [line, setLine] = useState(1)
  const error = useFieldError('content')
  const preview = usePreview()
  const { removed } = preview.preview
  return (
    <section aria-label="Content" className="grid gap-1.5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 className="font-semibold">Content</h2>
          <p id="content-hint" className="text-sm text-muted">
            Markdown; HTML works too. Paste or drop images into the text.
          </p>
        </div>
        <WordCount />
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
          <ContentInput
            hintId="content-hint"
            errorId={error && 'content-error'}
            onLine={setLine}
            onUploads={onUploads}
          />
        </div>
        <div className="editor-pane" data-shown={shown === 'Preview'}>
          <PreviewPane state={preview} line={line} shown={shown === 'Preview'} />
        </div>
      </div>
      <p role="status" className="text-sm wrap-anywhere">
        {removed.length > 0 && `Removed from the page: ${removed.join(', ')}`}
      </p>
      {error && (
        <p id="content-error" className="control-error">
          {error}
        </p>
      )}
    </section>
  )
}
