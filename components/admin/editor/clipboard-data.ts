const hasText = (html: string) =>
  html.replace(/<!--[\s\S]*?-->|<(style|xml|title)[\s\S]*?<\/\1>|<[^>]*>/gi, '').replace(/&nbsp;|\s/g, '') !==
  ''

export const imagesIn = (data: DataTransfer | null) =>
  Array.from(data?.files ?? []).filter((file) => file.type.startsWith('image/'))

/** Contains the Markdown of text copied from the visual editor, because its HTML cannot express everything. */
export const MARKDOWN_ATTRIBUTE = 'data-halyard-markdown'

/** Null for text of other programs; empty when the selection is no Markdown by itself. */
export const copiedMarkdown = (html: string): string | null =>
  html.includes(MARKDOWN_ATTRIBUTE)
    ? (new DOMParser()
        .parseFromString(html, 'text/html')
        .querySelector(`[${MARKDOWN_ATTRIBUTE}]`)
        ?.getAttribute(MARKDOWN_ATTRIBUTE) ?? null)
    : null

export interface FormattedText {
  html: string
  plain: string
}

/** HTML from the clipboard; browsers provide none when the user pastes without formatting. */
export function formattedText(data: Pick<DataTransfer, 'getData' | 'types'> | null): FormattedText | null {
  const html = data?.getData('text/html') ?? ''
  const isFromCodeEditor = data?.types.includes('vscode-editor-data') ?? false
  const isFormatted = hasText(html) || copiedMarkdown(html) !== null
  return isFormatted && !isFromCodeEditor ? { html, plain: data?.getData('text/plain') ?? '' } : null
}

export interface CopiedCode {
  code: string
  language: string
}

/** Languages that VS Code calls by other names than the highlighter of articles. */
const languageNames = new Map([
  ['typescriptreact', 'tsx'],
  ['javascriptreact', 'jsx'],
  ['shellscript', 'bash'],
  ['objective-c', 'objectivec'],
  ['properties', 'ini'],
  ['jsonl', 'json'],
])

/** Code of VS Code, whose HTML consists of colors. */
export function copiedCode(data: DataTransfer | null): CopiedCode | null {
  const source = data?.getData('vscode-editor-data') ?? ''
  const code = (data?.getData('text/plain') ?? '').replaceAll('\r\n', '\n').replace(/\n$/, '')
  const mode = /"mode":"([\w+#-]+)"/.exec(source)?.[1] ?? ''
  return source && code ? { code, language: languageNames.get(mode) ?? mode } : null
}

const loadConverter = () => import('./clipboard-markdown.ts')

/** Called when the text gets the focus: a paste that waits for the converter would end up behind what is typed next. */
export const preloadConverter = () => void loadConverter().catch(() => {})

export async function readMarkdown({ html, plain }: FormattedText): Promise<string> {
  const copied = copiedMarkdown(html)
  if (copied) return copied
  return loadConverter()
    .then(({ htmlToMarkdown }) => htmlToMarkdown(html) || plain)
    .catch(() => plain)
}
