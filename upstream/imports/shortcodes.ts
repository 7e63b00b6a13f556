import { maskCode } from '#contract/markdown-scan.ts'

const MAX_NAMES = 10

/** `{{< figure >}}` and `{{% note %}}` of Hugo, `{% include %}` and `{{ site.url }}` of Jekyll. */
const shortcode =
  /\{\{[<%]-?\s*\/?\s*([\w./-]+)|\{%-?\s*(?!raw\b|endraw\b|comment\b|endcomment\b)([a-z][\w-]*)[^%\n]*%\}|\{\{-?\s*((?:site|page|post|include|layout)\.[\w.-]+)[^{}\n]*\}\}/g

/** Only the generator of the old site knows their output. */
export function describeShortcodes(content: string): string[] {
  const names = [...maskCode(content).matchAll(shortcode)]
    .map(([, hugo, tag, variable]) => hugo ?? tag ?? variable ?? '')
    .filter((name) => !/^(end|else|\/)/.test(name))
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return []
  const more = distinct.length > MAX_NAMES ? `, and ${distinct.length - MAX_NAMES} more` : ''
  return [`Shortcodes stay as text: ${distinct.slice(0, MAX_NAMES).join(', ')}${more}`]
}
