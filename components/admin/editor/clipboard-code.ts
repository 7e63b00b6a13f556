import type { Rule } from 'turndown'
import { fenceAround } from '#contract/markdown-code.ts'
import { isBlock } from './clipboard-elements.ts'

const languageClass = /\b(?:highlight-(?:source|text)-(\w+)|language-([\w+#.-]+))/

function languageOf(pre: Element, code: Element | null): string | undefined {
  const name = pre.getAttribute('data-code-block-lang') ?? ''
  const classes = [code?.className, pre.className, `language-${name}`, pre.parentElement?.className]
  const [, highlighted, language] = languageClass.exec(classes.join(' ')) ?? []
  return highlighted ?? language
}

/** Some pages show the language and buttons in blocks above the code. */
function sourceOf(pre: Element): Element {
  const [code, ...others] = pre.querySelectorAll('code')
  const isBeside = (node: Node) => node === code || isBlock(node) || !node.textContent?.trim()
  return code && others.length === 0 && [...pre.childNodes].every(isBeside) ? code : pre
}

export function normalizeCode(body: Element) {
  for (const pre of body.querySelectorAll('pre')) {
    const source = sourceOf(pre)
    const language = languageOf(pre, pre.querySelector('code'))
    for (const line of source.querySelectorAll(':is(div, p):not(:has(div, p))')) {
      if (line.lastChild?.nodeName === 'BR') line.lastChild.remove()
      line.append('\n')
    }
    for (const lineBreak of source.querySelectorAll('br')) lineBreak.replaceWith('\n')
    const code = body.ownerDocument.createElement('code')
    code.textContent = source.textContent
    if (language) code.className = `language-${language}`
    pre.replaceChildren(code)
  }
}

/** Turndown's own rule ignores indented backticks in the code, which end the block. */
export const codeBlock: Rule = {
  filter: (node) => node.nodeName === 'PRE' && node.firstChild?.nodeName === 'CODE',
  replacement: (_content, node) => {
    const language = languageClass.exec(node.firstElementChild?.className ?? '')?.[2] ?? ''
    return `\n\n${fenceAround((node.textContent ?? '').replace(/\n$/, ''), language)}\n\n`
  },
}

const fencedCode = /^(?:[ >]|[-*+] |\d+[.)] )*(`{3,})[^`\n]*\n(?:.*\n)*?[ >]*\1$/

export const replaceOutsideCode = (markdown: string, pattern: RegExp, replacement: string) =>
  markdown.replace(new RegExp(`${fencedCode.source}|${pattern.source}`, 'gm'), (match, fence?: string) =>
    fence ? match : replacement,
  )
