import * as z from 'zod'
import { expect, test as base } from './fixtures.ts'
import { chooseEditor, signIn } from './session.ts'

const postSchema = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  published: z.boolean(),
  status: z.string().optional(),
  publishedAt: z.string().nullish(),
  publishAt: z.string().nullish(),
  plannedFor: z.string().nullish(),
  cover: z.object({ alt: z.string(), width: z.number() }).nullable(),
})
const oneSchema = z.object({ data: postSchema.extend({ content: z.string() }) })
const listSchema = z.object({ data: z.object({ blogs: z.array(postSchema) }) })

interface StoredPosts {
  read(id: string): Promise<z.infer<typeof oneSchema>['data']>
  find(title: string): Promise<z.infer<typeof postSchema>[]>
}

export const test = base.extend<{ storedPosts: StoredPosts; signedIn: void }>({
  signedIn: [
    async ({ context, site }, provide) => {
      await signIn(context, site)
      // All tests share the account.
      await chooseEditor(context, 'markdown')
      await provide()
    },
    { auto: true },
  ],
  storedPosts: async ({ site, token }, provide) => {
    const headers = { authorization: `Bearer ${token}` }
    const get = async (path: string) => (await fetch(`${site.url}/api/blogs${path}`, { headers })).json()
    const found = new Set<string>()
    await provide({
      read: async (id) => oneSchema.parse(await get(`/${id}`)).data,
      find: async (title) => {
        const { data } = listSchema.parse(await get(`?search=${encodeURIComponent(title)}`))
        const posts = data.blogs.filter((post) => post.title === title)
        for (const { id } of posts) found.add(id)
        return posts
      },
    })
    for (const id of found) {
      const post = `${site.url}/api/blogs/${id}?forever=true`
      const { status } = await fetch(post, { method: 'DELETE', headers })
      // The test may have deleted it.
      expect([200, 404], `DELETE ${post}`).toContain(status)
    }
  },
  // Closes the pages before their posts are deleted.
  context: async ({ storedPosts: _, context }, provide) => provide(context),
})
