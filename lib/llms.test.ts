import { expect, it } from '@jest/globals'
import { postSchema } from '#contract/posts.ts'
import { postMarkdown } from './blog/post-markdown.ts'
import { writeLlms } from './llms.ts'
import { defaultSettings } from './site.ts'

const post = (slug: string, fields: object = {}) =>
  postSchema.parse({
    ...{ id: slug, slug, title: slug, content: 'Body', published: true, createdAt: '2026-03-05T10:00:00Z' },
    ...{ author: { name: 'Ada' }, ...fields },
  })

it('llms.txt lists posts by their Markdown, on one line each', () => {
  const posts = [post('tea', { title: 'Tea [1]\n# x', excerpt: 'Two\nlines' }), post('no path!')]
  const page = { posts, total: 250, totalPages: 3, suggestions: [] }
  const lines = writeLlms(defaultSettings, page, []).split('\n')
  expect(lines[0]).toBe(`# ${defaultSettings.name}`)
  expect(lines[2]).toBe(`> ${defaultSettings.tagline}`)
  expect(lines).toContain('- [Tea \\[1\\] # x](http://localhost:3000/blog/tea.md): Two lines')
  expect(lines.join('\n')).toContain('the newest 2 of 250')
  expect(lines.join('\n')).not.toContain('no path!')
  expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## Blog posts', '## Pages', '## Optional'])
})

it('the front matter of a Markdown post cannot be broken by its texts', () => {
  const title = '---\n"Tea": \u2028 \u0085 # x'
  const markdown = postMarkdown(
    post('tea', { title, tags: ['a', 'yes'], excerpt: '' }),
    'https://x.example/blog/tea',
  )
  expect(markdown).toBe(`---
title: "---\\n\\"Tea\\": \\u2028 \\u0085 # x"
date: "2026-03-05T10:00:00.000Z"
author: "Ada"
tags: ["a","yes"]
canonical: "https://x.example/blog/tea"
---

Body
`)
})
