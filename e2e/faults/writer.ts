import { randomUUID } from 'node:crypto'
import { postSchema } from '../../lib/blog/schema.ts'
import { type Cover, covers } from './covers.ts'
import type { Random } from './random.ts'

/** A post as its writer wants it. */
export interface Wanted {
  title: string
  content: string
  tags: string[]
  published: boolean
  cover: Cover | null
}

/** What a writer knows of one post: the state that was acknowledged, and the one that nobody has confirmed. */
export interface Entry {
  id: string | null
  /** `null`: it is not there. */
  known: Wanted | null
  /** Asked for and neither confirmed nor refused, because the server went away. */
  open: { wanted: Wanted | null } | null
}

const MOST_POSTS = 6
const tagNames = ['Rope', 'Canvas', 'Tar', 'Brass', 'Oak'] as const

/** Writes posts of its own, one call after the other, and remembers exactly what it was told. */
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

  /** Until the server is gone; any answer but yes is thrown. */
  async writeUntilGone(url: string, token: string) {
    for (;;) {
      const entry = this.#choose()
      const wanted = this.#random.next() < 0.2 && entry.known ? null : this.#compose()
      entry.open = { wanted }
      const answer = await send(url, token, entry, wanted).catch(() => null)
      if (answer === null) return
      if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`)
      if (wanted) entry.id = postSchema.parse(JSON.parse(answer.text).data).id
      this.settle(entry, wanted)
      this.acknowledged += 1
    }
  }

  /** From now on this is known. */
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
  const body = wanted && formOf(wanted, id !== null)
  const response = await fetch(address, { method, headers, body })
  return { ok: response.ok, status: response.status, text: await response.text() }
}

function formOf({ title, content, tags, published, cover }: Wanted, isChange: boolean): FormData {
  const form = new FormData()
  form.set('title', title)
  form.set('content', content)
  form.set('published', String(published))
  form.set('tags', JSON.stringify(tags))
  if (cover) form.set('coverImage', cover.file, 'cover.png')
  else if (isChange) form.set('removeCover', 'true')
  return form
}
