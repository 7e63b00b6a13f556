import * as z from 'zod'
import { unique } from '../fixtures.ts'
import { calls, toFormData } from './api-calls.ts'
import { covers } from './cover-images.ts'

const errorSchema = z.object({ error: z.string().regex(/^The (database|server)/) })
const createdSchema = z.object({ data: z.object({ id: z.string() }) })

export const article = (title: string) =>
  toFormData({ title, content: 'x', published: 'true', coverImage: covers[0].file })

export class Load {
  readonly statuses = new Map<string, Set<number>>()
  readonly acknowledged: string[] = []
  readonly #url: string
  readonly #token: string
  readonly #work: Promise<void>
  #ends = false

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
    this.#work = Promise.all(Array.from({ length: 4 }, () => this.#run())).then(() => {})
  }

  async end() {
    this.#ends = true
    await this.#work
  }

  async #run() {
    const site = calls(this.#url, this.#token)
    while (!this.#ends) {
      const created = await site.create(article(unique('Under load')))
      if (created.status === 201)
        this.acknowledged.push(createdSchema.parse(JSON.parse(created.body)).data.id)
      const responses = {
        create: created,
        list: await site.readAsStaff('/api/blogs?status=all'),
        page: await site.read('/blog'),
        search: await site.read('/api/blogs?search=load'),
      }
      for (const [call, { status, body }] of Object.entries(responses)) {
        this.statuses.set(call, (this.statuses.get(call) ?? new Set()).add(status))
        if (call !== 'page' && status >= 400) errorSchema.parse(JSON.parse(body))
      }
    }
  }
}
