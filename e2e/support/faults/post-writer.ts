import { randomUUID } from 'node:crypto'
import { postSchema } from '#contract/posts.ts'
import { type Cover, covers } from './cover-images.ts'
import type { Random } from './random.ts'

export interface Wanted {
  title: string
  content: string
  tags: string[]
  published: boolean
  cover: Cover | null
}

interface Entry {
  id: string | null
  /** `null` when the post does not exist. */
  known: Wanted | null
  /** A write whose response was lost with the server. */
  open: { wanted: Wanted | null } | null
}

const MOST_POSTS = 6
const tagNames = ['Rope', 'Canvas', 'Tar', 'Brass', 'Oak'] as const

export class Writer {
  readonly entries: Entry[] = []
  acknowledged = 0
  readonly #name: string
  readonly #random: Random
  #revision = 0

  constructor(name: string, random: Random) {
    this.#name = name
    this.#random = random
  }

  /** Writes until the server is gone; throws on any failed response. */
  async writeUntilGone(url: string, token: string) {
    for (;;) {
      const entry = this.#choose()
      const wanted = this.#random.next() < 0.2 && entry.known ? null : this.#compose()
      entry.open = { wanted }
      const byCopy = entry.id !== null && wanted !== null && this.#random.next() < 0.4
      const write = byCopy ? publishCopy : send
      const result = await write(url, token, entry, wanted).catch(() => null)
      if (result === null) return
      if (!result.ok) throw new Error(`${result.status} ${result.text}`)
      if (wanted) entry.id = postSchema.parse(JSON.parse(result.text).data).id
      this.settle(entry, wanted)
      this.acknowledged += 1
    }
  }

  settle(entry: Entry, known: Wanted | null) {
    entry.known = known
    entry.open = null
    if (known === null) this.entries.splice(this.entries.indexOf(entry), 1)
  }

  #choose(): Entry {
    const [first, ...others] = this.entries
    const wantsNew = !first || (this.entries.length < MOST_POSTS && this.#random.next() < 0.4)
    if (!wantsNew) return this.#random.pick([first, ...others])
    const entry: Entry = { id: null, known: null, open: null }
    this.entries.push(entry)
    return entry
  }

  #compose(): Wanted {
    const random = this.#random
    const title = `${this.#name} ${++this.#revision}`
    return {
      title,
      content: `${title} is worth reading. `.repeat(random.between(1, 400)).trim(),
      tags: tagNames.filter(() => random.next() < 0.4),
      published: random.next() < 0.5,
      cover: random.next() < 0.7 ? random.pick(covers) : null,
    }
  }
}

async function send(url: string, token: string, { id }: Entry, wanted: Wanted | null) {
  const address = id === null ? `${url}/api/blogs` : `${url}/api/blogs/${id}`
  const method = id === null ? 'POST' : wanted ? 'PUT' : 'DELETE'
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  return request(address, { method, headers, body: wanted && toFormData(wanted, id !== null) })
}

/** A copy that is left from before a kill was made to an older version of the post. */
async function publishCopy(url: string, token: string, { id }: Entry, wanted: Wanted | null) {
  const address = `${url}/api/blogs/${id}/working-copy`
  const headers = { authorization: `Bearer ${token}` }
  await request(address, { method: 'DELETE', headers })
  const saved = await request(address, { method: 'PUT', headers, body: wanted && toFormData(wanted, true) })
  if (!saved.ok) return saved
  return request(`${address}/publish`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ published: wanted?.published }),
  })
}

async function request(address: string, init: RequestInit) {
  const response = await fetch(address, init)
  return { ok: response.ok, status: response.status, text: await response.text() }
}

function toFormData({ title, content, tags, published, cover }: Wanted, isChange: boolean): FormData {
  const form = new FormData()
  form.set('title', title)
  form.set('content', content)
  form.set('published', String(published))
  form.set('tags', JSON.stringify(tags))
  if (cover) form.set('coverImage', cover.file, 'cover.png')
  else if (isChange) form.set('removeCover', 'true')
  return form
}
