import { maskCode } from '#contract/markdown-scan.ts'

/** `{{ site.baseurl }}`, `{{ '/a.png' | relative_url }}` and `{% post_url 2020-01-02-name %}`. */
const address =
  /\{\{-?\s*(?:site\.(?:baseurl|url)|"([^"{}\n]*)"\s*\|[^{}\n]*|'([^'{}\n]*)'\s*\|[^{}\n]*)\s*-?\}\}|\{%-?\s*post_url\s+(?:[\w-]+\/)*\d{4}-\d\d-\d\d-([\w.-]+?)\s*-?%\}/g

const isAddress = (tag: string) => /site\.(base)?url|relative_url|absolute_url|post_url/.test(tag)

/** Writes the addresses of a Jekyll site as paths, so that its images and posts are found. */
export function resolveAddresses(content: string): string {
  let resolved = ''
  let end = 0
  for (const { 0: tag, 1: double, 2: single, 3: post, index } of maskCode(content).matchAll(address)) {
    if (!isAddress(tag)) continue
    resolved += content.slice(end, index) + (post === undefined ? (double ?? single ?? '') : `/blog/${post}`)
    end = index + tag.length
  }
  return resolved + content.slice(end)
}
