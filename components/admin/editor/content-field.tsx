import dynamic from 'next/dynamic'
import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController, useWatch } from 'react-hook-form'
import { toast } from 'sonner'
import { readingMinutes, wordCount } from '#contract/markup.ts'
import type { EditorMode } from '#contract/preferences.ts'
import { countOf } from '#lib/counts.ts'
import './content-field.css'
import { NotesButton } from '../notes/notes-button.tsx'
import { NotesPanel } from '../notes/notes-panel.tsx'
import { useNotes } from '../notes/use-notes.ts'
import { useSelectTextEvent } from '../writing/select-text.ts'
import { WritingTools } from '../writing/writing-tools.tsx'
import type { DocumentFields } from './document.ts'
import type { MarkdownFieldProps } from './markdown-field.tsx'
import { Lockable } from './presence/lock.tsx'
import { PreviewPane } from './preview.tsx'
import { useContentHistory, type HistoryDepth, type OpenEditor } from './use-content-history.ts'
import { useEditorMode } from './use-editor-mode.ts'
import { usePreview } from './use-preview.ts'
import { useClearError, useFieldError } from './use-text-field.ts'

const MarkdownField = memo(
  dynamic(() => import('./markdown-field.tsx').then(({ MarkdownField }) => MarkdownField), {
    ssr: false,
    loading: () => <div className="placeholder grow" />,
  }),
)

const loadVisual = () => import('./visual/visual-field.tsx').then(({ VisualField }) => VisualField)

const VisualField = memo(
  dynamic(loadVisual, {
    ssr: false,
    loading: () => <div className="placeholder grow" />,
  }),
)

interface ContentInputProps extends Omit<MarkdownFieldProps, 'initial' | 'editorRef' | 'onChange'> {
  mode: EditorMode
  history: Pick<ReturnType<typeof useContentHistory>, 'start' | 'record' | 'onEditor'>
  onUnreadable: (reason: string) => void
}

/** Renders on every key press; the fields below do not, because both editors hold their own copy of the text. */
function ContentInput({
  mode,
  history: { start, record, onEditor },
  onUnreadable,
  ...props
}: ContentInputProps) {
  const { field } = useController<DocumentFields, 'content'>({ name: 'content' })
  const [opened] = useState({ initial: field.value, line: props.line })
  const { onChange } = field
  const clearError = useClearError<DocumentFields>()
  useEffect(() => start(opened.initial), [start, opened])
  const change = useCallback(
    (content: string, depth: HistoryDepth) => {
      record(content, depth)
      onChange(content)
      clearError('content')
    },
    [record, onChange, clearError],
  )
  const { ref } = field
  const editorRef = useCallback(
    (editor: OpenEditor) => {
      ref(editor)
      onEditor(editor)
    },
    [ref, onEditor],
  )
  useEffect(() => () => onEditor(null), [onEditor])
  const shared = { ...props, ...opened, editorRef, onChange: change }
  return mode === 'visual' ? (
    <VisualField {...shared} onUnreadable={onUnreadable} />
  ) : (
    <MarkdownField {...shared} />
  )
}

const Count = memo(function Count({ content }: { content: string }) {
  const words = wordCount(content)
  return (
    <p className="text-sm text-muted tabular-nums">
      {countOf(words, 'word')}
      {words > 0 && ` · ${readingMinutes(content)} min read`}
    </p>
  )
})

/** Counting words must not delay typing. */
function WordCount() {
  const content = useWatch<DocumentFields, 'content'>({ name: 'content' })
  return <Count content={useDeferredValue(content)} />
}

const panes = ['Write', 'Preview'] as const
const modes = { markdown: 'Markdown', visual: 'Visual' } as const

interface ContentFieldProps extends Pick<MarkdownFieldProps, 'onUploads'> {
  documentId?: string | undefined
  notesApi?: string | undefined
}

export function ContentField({ documentId, notesApi, onUploads }: ContentFieldProps) {
  const [shown, setShown] = useState<(typeof panes)[number]>('Write')
  const [line, setLine] = useState(1)
  const { mode, reason, choose, fallBack } = useEditorMode()
  const error = useFieldError<DocumentFields>('content')
  const preview = usePreview()
  const history = useContentHistory(setLine)
  const notes = useNotes(notesApi)
  const { removed } = preview.preview
  const uploads = useRef(0)
  const countUploads = useCallback(
    (change: 1 | -1) => {
      uploads.current += change
      onUploads(change)
    },
    [onUploads],
  )
  const wanted = useRef(mode)
  const switchTo = async (name: EditorMode) => {
    wanted.current = name
    const isLoaded = name === 'markdown' || (await loadVisual().catch(() => null))
    // Another one was chosen while it loaded.
    if (wanted.current !== name) return
    if (!isLoaded) return toast.error('The visual editor could not be loaded. Please try again.')
    // The image goes into the editor that it was dropped on.
    if (uploads.current > 0) return toast.info('An image is still being uploaded.')
    choose(name)
    history.onSwitch()
  }
  useSelectTextEvent(() => flushSync(() => setShown('Write')))
  return (
    <section aria-label="Content" className="grid gap-1.5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 className="font-semibold">Content</h2>
          <p id="content-hint" className="text-sm text-muted max-sm:sr-only">
            {mode === 'visual'
              ? 'Stored as Markdown. Paste or drop images into the text.'
              : 'Markdown; HTML works too. Paste or drop images into the text.'}
          </p>
          <p role="status" className="text-sm">
            {reason && `This text can only be edited as Markdown, because ${reason}`}
          </p>
        </div>
        <WordCount />
      </div>
      <WritingTools documentId={documentId}>{notes && <NotesButton notes={notes} />}</WritingTools>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <div className="flex" role="group" aria-label="Editor">
          {(['markdown', 'visual'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={mode === name}
              onKeyDown={history.onKeyDown}
              onClick={() => void switchTo(name)}
              className="editor-switch"
            >
              {modes[name]}
            </button>
          ))}
        </div>
        <div className={mode === 'visual' ? 'flex' : 'flex lg:hidden'} role="group" aria-label="Show">
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
      </div>
      <div className="editor-panes" data-mode={mode} data-notes={notes?.open ?? false}>
        <div className="editor-pane" data-invalid={error !== undefined} data-shown={shown === 'Write'}>
          <Lockable>
            <ContentInput
              key={mode}
              mode={mode}
              line={line}
              history={history}
              focused={history.focused}
              onUndo={history.undo}
              onRedo={history.redo}
              onUnreadable={fallBack}
              hintId="content-hint"
              errorId={error && 'content-error'}
              onLine={setLine}
              onUploads={countUploads}
              passages={notes?.passages}
            />
          </Lockable>
        </div>
        <div className="editor-pane" data-shown={shown === 'Preview'}>
          <PreviewPane state={preview} line={line} shown={shown === 'Preview'} />
        </div>
        {notes && <NotesPanel notes={notes} />}
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
