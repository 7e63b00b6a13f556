import { useTheme } from 'next-themes'
import { useEffect, useRef, useState } from 'react'
import type { Preview, PreviewState } from './use-preview.ts'

interface PreviewPaneProps {
  state: PreviewState
  line: number
  shown: boolean
}

export function PreviewPane({ state: { preview, loading, error }, line, shown }: PreviewPaneProps) {
  return (
    <div className="editor-preview-pane" aria-busy={loading}>
      <PreviewFrame preview={preview} line={line} shown={shown} />
      {loading && (
        <p className="editor-loading">{preview.html === '' ? 'Loading preview…' : 'Updating preview…'}</p>
      )}
      {preview.html === '' && !loading && !error && (
        <p className="editor-preview-empty">The preview appears here.</p>
      )}
      {error && (
        <p role="status" className="editor-error">
          {error}
        </p>
      )}
    </div>
  )
}

function createDocument(): string {
  const root = document.createElement('html')
  root.lang = document.documentElement.lang
  root.className = document.documentElement.className
  const head = document.createElement('head')
  const base = document.createElement('base')
  base.target = '_blank'
  const styles = [...document.querySelectorAll('link[rel="stylesheet"], head style')].map((style) =>
    style.cloneNode(true),
  )
  head.append(base, ...styles)
  const body = document.createElement('body')
  body.className = 'editor-preview-page'
  const article = document.createElement('div')
  article.className = 'article'
  body.append(article)
  root.append(head, body)
  return `<!doctype html>${root.outerHTML}`
}

/** Interpolates within long elements, such as lists. */
function topOfLine(article: Element, lines: number[], line: number): number | null {
  const index = lines.findLastIndex((start) => start <= line)
  const element = article.children[index]
  if (!element || article.children.length !== lines.length) return null
  const { top, height } = element.getBoundingClientRect()
  const start = lines[index] ?? line
  const end = lines[index + 1] ?? start + 1
  return top + (end > start ? Math.min(1, (line - start) / (end - start)) : 0) * height
}

function follow(page: Document, article: Element, lines: number[], line: number) {
  const view = page.scrollingElement
  const top = topOfLine(article, lines, line)
  if (!view || top === null) return
  const margin = view.clientHeight / 8
  if (top < margin || top > view.clientHeight - 2 * margin) view.scrollTop += top - view.clientHeight / 3
}

interface PreviewFrameProps extends Pick<PreviewPaneProps, 'line' | 'shown'> {
  preview: Preview
}

/** Replaces only the nodes of the article, so that the sandboxed frame keeps its scroll position. */
function PreviewFrame({ preview: { html, lines }, line, shown }: PreviewFrameProps) {
  const { resolvedTheme } = useTheme()
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)

  useEffect(() => {
    const page = frame.current?.contentDocument
    const article = page?.querySelector('.article')
    if (!page || !article) return
    page.documentElement.dataset['theme'] = resolvedTheme ?? 'light'
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    article.replaceChildren(...[...parsed.body.childNodes].map((node) => page.adoptNode(node)))
  }, [html, resolvedTheme, loads])

  useEffect(() => {
    const page = frame.current?.contentDocument
    const article = page?.querySelector('.article')
    if (page && article) follow(page, article, lines, line)
  }, [html, lines, line, shown, loads])

  // No selector matches a frame that has the focus.
  useEffect(() => {
    const element = frame.current
    const page = element?.contentWindow
    const controller = new AbortController()
    for (const type of ['focus', 'blur'])
      page?.addEventListener(type, () => element?.toggleAttribute('data-focused', type === 'focus'), {
        signal: controller.signal,
      })
    return () => controller.abort()
  }, [loads])

  // React adds the style sheets of the editor to the page when it is mounted.
  useEffect(() => frame.current?.setAttribute('srcdoc', createDocument()), [])

  return (
    <iframe
      ref={frame}
      title="Preview of the article"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      onLoad={() => setLoads((count) => count + 1)}
      className="editor-preview"
    />
  )
}
