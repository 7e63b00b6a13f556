import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import * as z from 'zod'

export const account = { email: 'soak@example.com', password: 'password-of-the-soak-test' }

export class Tally {
  readonly waits: number[] = []
  readonly counts = new Map<string, number>()
  readonly errors: string[] = []

  get writes(): number {
    const names = ['create', 'update', 'delete', 'contact']
    return names.reduce((sum, name) => sum + (this.counts.get(name) ?? 0), 0)
  }
}

const MAX_POSTS = 8
const PAUSE_MS = 25
const words = ['rope', 'cache', 'ferry', 'index', 'team', 'release', 'search', 'a', 'metric'] as const
const tags = ['SEO', 'Performance', 'Process', 'Soak'] as const
const pages = ['/', '/about', '/services', '/blog', '/blog?page=2', '/contact', '/sitemap.xml'] as const

const pick = <T>(list: readonly T[], fallback: T): T =>
  list[Math.floor(Math.random() * list.length)] ?? fallback
const randomText = () => Math.random().toString(36).slice(2)

const postSchema = z.object({
  data: z.object({ id: z.string(), slug: z.string(), coverImage: z.string().nullable() }),
})
type CreatedPost = z.infer<typeof postSchema>['data']
const sessionSchema = z.object({ data: z.object({ token: z.string() }) })

const pictures = await Promise.all(
  ['#c33', '#36c', '#fc3'].map(async (background) => {
    const picture = sharp({ create: { width: 900, height: 500, channels: 3, background } })
    return new File([new Uint8Array(await picture.jpeg().toBuffer())], 'cover.jpg')
  }),
)

let addresses = 0
/** A new address for each request avoids rate limits. */
const newAddress = () => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export class Visitor {
  readonly #url: string
  readonly #tally: Tally
  readonly #posts: CreatedPost[] = []
  #token = ''

  constructor(url: string, tally: Tally) {
    this.#url = url
    this.#tally = tally
  }

  async visitUntil(end: number) {
    await this.#signIn()
    const actions: [weight: number, action: () => Promise<unknown>][] = [
      [20, () => this.#call('page', pick(pages, '/'))],
      [10, () => this.#readPost()],
      [10, () => this.#call('search', `/blog?search=${pick(words, 'a')}+${pick(words, 'a')}`)],
      [5, () => this.#call('search API', `/api/blogs?search=${pick(words, 'a')}&limit=20`)],
      [5, () => this.#call('tag', `/blog?tag=${pick(tags.slice(0, 3), 'SEO')}`, {}, [200, 404])],
      [10, () => this.#call('missing post', `/blog/${randomText()}`, {}, [404])],
      [5, () => this.#call('missing page', `/${randomText()}`, {}, [307])],
      [10, () => this.#call('random query', `${pick(pages, '/')}?${randomText()}=${randomText()}`)],
      [5, () => this.#call('random search', `/blog?search=${randomText()}`)],
      [5, () => this.#call('list API', `/api/blogs?page=${1 + Math.floor(Math.random() * 4)}`)],
      [3, () => this.#call('tags API', '/api/tags')],
      [1, () => this.#call('feed', '/feed.xml')],
      [4, () => this.#create()],
      [4, () => this.#update()],
      [1, () => this.#sendMessage()],
      [1, () => this.#signIn()],
    ]
    const all = actions.reduce((sum, [weight]) => sum + weight, 0)
    while (Date.now() < end) {
      let left = Math.random() * all
      await actions.find(([weight]) => (left -= weight) < 0)?.[1]()
      await wait(PAUSE_MS)
    }
  }

  async #call(name: string, path: string, init: RequestInit = {}, expected = [200]): Promise<string> {
    const { waits, counts, errors } = this.#tally
    const started = performance.now()
    try {
      const headers = { 'x-forwarded-for': newAddress(), ...Object.fromEntries(new Headers(init.headers)) }
      const response = await fetch(this.#url + path, { redirect: 'manual', ...init, headers })
      const body = await response.text()
      if (!expected.includes(response.status))
        errors.push(`${name} ${path}: ${response.status} ${body.slice(0, 200)}`)
      return body
    } catch (error) {
      errors.push(`${name} ${path}: ${error instanceof Error ? `${error.message} ${error.cause}` : error}`)
      return ''
    } finally {
      waits.push(performance.now() - started)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }

  #post(name: string, path: string, body: unknown, expected: number) {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    return this.#call(name, path, { method: 'POST', headers, body: JSON.stringify(body) }, [expected])
  }

  get #authorization() {
    return { authorization: `Bearer ${this.#token}` }
  }

  async #signIn() {
    if (this.#token)
      await this.#call('sign-out', '/api/auth/logout', { method: 'POST', headers: this.#authorization })
    const session = sessionSchema.safeParse(
      JSON.parse((await this.#post('sign-in', '/api/auth/login', account, 200)) || '{}'),
    )
    this.#token = session.data?.data.token ?? ''
  }

  async #readPost() {
    const post = pick(this.#posts, undefined)
    if (!post) return
    await this.#call('post', `/blog/${post.slug}`)
    if (post.coverImage) await this.#call('cover', post.coverImage)
    await this.#post('view', `/api/blogs/${post.id}/views`, {}, 200)
  }

  #form(fields: Record<string, string>): FormData {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    if (Math.random() < 0.7) form.set('coverImage', pick(pictures, new File([], 'none')))
    return form
  }

  async #create() {
    if (this.#posts.length >= MAX_POSTS) return this.#delete()
    const body = this.#form({
      title: `A post about ${pick(words, 'a')} and ${pick(words, 'a')}`,
      content: `## Heading\n\nThe ${pick(words, 'a')} is worth reading about. `.repeat(40),
      published: 'true',
      tags: JSON.stringify([pick(tags, 'Soak')]),
    })
    const init = { method: 'POST', headers: this.#authorization, body }
    const created = postSchema.safeParse(
      JSON.parse((await this.#call('create', '/api/blogs', init, [201])) || '{}'),
    )
    if (created.success) this.#posts.push(created.data.data)
  }

  async #update() {
    const at = Math.floor(Math.random() * this.#posts.length)
    const post = this.#posts[at]
    if (!post) return
    const body = this.#form({ content: `Changed: ${pick(words, 'a')}. `.repeat(80) })
    const init = { method: 'PUT', headers: this.#authorization, body }
    const text = await this.#call('update', `/api/blogs/${post.id}`, init)
    const updated = postSchema.safeParse(JSON.parse(text || '{}'))
    if (updated.success) this.#posts[at] = updated.data.data
  }

  async #delete() {
    const post = this.#posts.shift()
    const init = { method: 'DELETE', headers: this.#authorization }
    if (post) await this.#call('delete', `/api/blogs/${post.id}`, init)
  }

  async #sendMessage() {
    const message = {
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'A ferry',
      message: 'We need one soon.',
    }
    await this.#post('contact', '/api/contact', message, 201)
  }
}
