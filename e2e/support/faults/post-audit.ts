import { expect } from '@playwright/test'
import { type Post, postListResponseSchema, postSchema } from '#contract/posts.ts'
import { showsCover } from './cover-images.ts'
import type { Wanted, Writer } from './post-writer.ts'

async function readAll(url: string, token: string): Promise<Map<string, Post>> {
  const headers = { authorization: `Bearer ${token}` }
  const list = await fetch(`${url}/api/blogs?limit=1000`, { headers })
  const { data } = postListResponseSchema.parse(await list.json())
  const posts = await Promise.all(
    data.blogs.map(async ({ id }) => {
      const response = await fetch(`${url}/api/blogs/${id}`, { headers })
      return postSchema.parse((await response.json()).data)
    }),
  )
  return new Map(posts.map((post) => [post.id, post]))
}

async function isStored(url: string, post: Post, wanted: Wanted): Promise<boolean> {
  const sameTexts =
    post.title === wanted.title &&
    post.content === wanted.content &&
    post.published === wanted.published &&
    post.tags.join() === wanted.tags.join()
  if (!sameTexts || (post.cover === null) !== (wanted.cover === null)) return false
  if (!wanted.cover || !post.coverImage) return true
  const image = await fetch(url + post.coverImage)
  return image.status === 200 && (await showsCover(await image.arrayBuffer(), wanted.cover))
}

/** Checks that every acknowledged state is stored completely, every unconfirmed one completely or not at all, and nothing else. */
export async function auditPosts(url: string, token: string, writers: Writer[], when: string) {
  const stored = await readAll(url, token)
  for (const writer of writers) {
    for (const entry of [...writer.entries]) {
      const { known, open } = entry
      const created = open?.wanted?.title
      entry.id ??= [...stored.values()].find(({ title }) => title === created)?.id ?? null
      const post = entry.id === null ? undefined : stored.get(entry.id)
      stored.delete(entry.id ?? '')
      const possible = open ? [open.wanted, known] : [known]
      const matches = await Promise.all(
        possible.map(async (state) => (post && state ? isStored(url, post, state) : !post && !state)),
      )
      const at = matches.indexOf(true)
      const details = { acknowledged: known, unconfirmed: open?.wanted, stored: post }
      expect(at, `${when}: ${JSON.stringify(details).slice(0, 2000)}`).toBeGreaterThanOrEqual(0)
      writer.settle(entry, possible[at] ?? null)
    }
  }
  expect([...stored.values()], `posts that nobody wrote, ${when}`).toEqual([])
}
