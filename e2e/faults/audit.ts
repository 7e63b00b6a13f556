import { expect } from '@playwright/test'
import { type Post, postListAnswerSchema, postSchema } from '../../lib/blog/schema.ts'
import { isPictureOf } from './covers.ts'
import type { Wanted, Writer } from './writer.ts'

async function readAll(url: string, token: string): Promise<Map<string, Post>> {
  const headers = { authorization: `Bearer ${token}` }
  const list = await fetch(`${url}/api/blogs?limit=1000`, { headers })
  const { data } = postListAnswerSchema.parse(await list.json())
  const posts = await Promise.all(
    data.blogs.map(async ({ id }) => {
      const answer = await fetch(`${url}/api/blogs/${id}`, { headers })
      return postSchema.parse((await answer.json()).data)
    }),
  )
  return new Map(posts.map((post) => [post.id, post]))
}

/** Every field of it, and the picture behind every address of its cover. */
async function isWholly(url: string, post: Post, wanted: Wanted): Promise<boolean> {
  const sameTexts =
    post.title === wanted.title &&
    post.content === wanted.content &&
    post.published === wanted.published &&
    post.tags.join() === wanted.tags.join()
  if (!sameTexts || (post.cover === null) !== (wanted.cover === null)) return false
  if (!wanted.cover || !post.coverImage) return true
  const image = await fetch(url + post.coverImage)
  return image.status === 200 && (await isPictureOf(await image.arrayBuffer(), wanted.cover))
}

/**
 * Compares what a server has with what its writers were told: each acknowledged state is there, wholly; what nobody
 * confirmed is there wholly or not at all, and is known from then on; and nothing else is there.
 */
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
        possible.map(async (state) => (post && state ? isWholly(url, post, state) : !post && !state)),
      )
      const at = matches.indexOf(true)
      const told = { acknowledged: known, unconfirmed: open?.wanted, stored: post }
      expect(at, `${when}: ${JSON.stringify(told).slice(0, 2000)}`).toBeGreaterThanOrEqual(0)
      writer.settle(entry, possible[at] ?? null)
    }
  }
  expect([...stored.values()], `posts that nobody wrote, ${when}`).toEqual([])
}
