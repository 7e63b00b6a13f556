import { useTheme } from 'next-themes'
import { useEffect, useRef, useState } from 'react'

/** The page's own style sheets and fonts around an empty article. */
function shell(): string {
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

/**
 * Shows HTML that the server has sanitised, in a document where no script runs whatever it holds. Its nodes are
 * exchanged, not the document, so that nothing flickers and the place in the text stays.
 */
export function PreviewFrame({ html }: { html: string }) {
  const { resolvedTheme } = useTheme()
  const frame = useRef<HTMLIFrameElement>(null)
  const [source] = useState(shell)
  const [loaded, setLoaded] = useState(0)

  useEffect(() => {
    const page = frame.current?.contentDocument
    const article = page?.querySelector('.article')
    if (!page || !article) return
    page.documentElement.dataset['theme'] = resolvedTheme ?? 'light'
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    article.replaceChildren(...Array.from(parsed.body.childNodes, (node) => page.adoptNode(node)))
  }, [html, resolvedTheme, loaded])

  return (
    <iframe
      ref={frame}
      title="Preview of the article"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={source}
      onLoad={() => setLoaded((times) => times + 1)}
      className="editor-preview"
    />
  )
}
