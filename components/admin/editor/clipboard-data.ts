const hasText = (html: string) =>
  html.replace(/<!--[\s\S]*?-->|<(style|xml|title)[\s\S]*?<\/\1>|<[^>]*>/gi, '').replace(/&nbsp;|\s/g, '') !==
  ''

export const imagesIn = (data: DataTransfer | null) =>
  Array.from(data?.files ?? []).filter((file) => file.type.startsWith('image/'))

/** HTML from the clipboard; browsers provide none when the user pastes without formatting. */
export function formattedText(data: DataTransfer | null): { html: string; plain: string } | null {
  const html = data?.getData('text/html') ?? ''
  const isFromCodeEditor = data?.types.includes('vscode-editor-data') ?? false
  return hasText(html) && !isFromCodeEditor ? { html, plain: data?.getData('text/plain') ?? '' } : null
}

const loadConverter = () => import('./clipboard-markdown.ts')

/** Called when the text gets the focus: a paste that waits for the converter would end up behind what is typed next. */
export const preloadConverter = () => void loadConverter().catch(() => {})

export const readMarkdown = ({ html, plain }: { html: string; plain: string }): Promise<string> =>
  loadConverter()
    .then(({ toMarkdown }) => toMarkdown(html) || plain)
    .catch(() => plain)
