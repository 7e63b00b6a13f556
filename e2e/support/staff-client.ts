import * as z from 'zod'
import { account } from './session.ts'

const postSchema = z.object({
  data: z.object({ id: z.string(), slug: z.string(), title: z.string(), published: z.boolean() }),
})
const sessionSchema = z.object({ data: z.object({ token: z.string() }) })

export type StoredPost = z.infer<typeof postSchema>['data']

export interface PostFields {
  title?: string
  slug?: string
  content?: string
  excerpt?: string
  author?: string
  published?: boolean
  tags?: string[]
  coverImage?: Blob
  coverAlt?: string
}

function toFormData({ tags, published, coverImage, ...texts }: PostFields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) form.set(name, value)
  if (published !== undefined) form.set('published', String(published))
  if (tags) form.set('tags', JSON.stringify(tags))
  if (coverImage) form.set('coverImage', coverImage, 'cover.png')
  return form
}

export class Staff {
  readonly token: string
  readonly #url: string
  readonly #own = new Set<string>()

  constructor(url: string, token: string) {
    this.#url = url
    this.token = token
  }

  static async signIn(url: string): Promise<string> {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    return sessionSchema.parse(await response.json()).data.token
  }

  async #call(method: string, path: string, body?: FormData): Promise<unknown> {
    const response = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}` },
      body: body ?? null,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }

  /** Creates a post, published by default, and deletes it after the test. */
  async create(fields: PostFields & { title: string }): Promise<StoredPost> {
    const form = toFormData({ content: 'A paragraph about halyards.', published: true, ...fields })
    const { data } = postSchema.parse(await this.#call('POST', '/blogs', form))
    this.#own.add(data.id)
    return data
  }

  async update(id: string, fields: PostFields): Promise<StoredPost> {
    return postSchema.parse(await this.#call('PUT', `/blogs/${id}`, toFormData(fields))).data
  }

  async autosave(id: string, fields: PostFields) {
    const form = toFormData(fields)
    form.set('automatic', 'true')
    await this.#call('PUT', `/blogs/${id}/working-copy`, form)
  }

  async schedule(id: string, dates: Record<string, string>) {
    const form = new FormData()
    for (const [name, value] of Object.entries(dates)) form.set(name, value)
    await this.#call('PUT', `/blogs/${id}`, form)
  }

  async delete(id: string) {
    await this.#call('DELETE', `/blogs/${id}?forever=true`)
    this.#own.delete(id)
  }

  async trash(id: string) {
    await this.#call('DELETE', `/blogs/${id}`)
  }

  async archive(id: string) {
    await this.#call('POST', `/blogs/${id}/archive`)
  }

  async restore(id: string) {
    await this.#call('POST', `/blogs/${id}/restore`)
  }

  /** For a post that the test deleted in the browser. */
  forget(id: string) {
    this.#own.delete(id)
  }

  async deleteOwn() {
    for (const id of this.#own) await this.delete(id)
  }
}
