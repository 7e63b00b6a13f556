import type TurndownService from 'turndown'

export function addHeadingRules(service: TurndownService): void {
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, { nodeName }) => {
      const lines = content.split('\n').map((line) => line.trim())
      const line = lines.filter((part) => part !== '').join(' ')
      // Markdown drops number signs at the end.
      const text = line.replace(/(?<=^|\s)#+$/, '\\$&')
      return `\n\n${'#'.repeat(Number(nodeName.charAt(1)))} ${text}\n\n`
    },
  })
}
