import { makeZip } from 'client-zip'
import sharp from 'sharp'
import { randomClientAddress } from './api-calls.ts'

export type Dialect = 'sqlite' | 'postgres'

export type Send = (method: string, path: string, body?: object | Blob) => Promise<Record<string, string>>

export interface Subject {
  /** A row that shows every part of the transition. */
  query: string
  before: Record<string, number>
  after: Record<string, number>
  move(send: Send): Promise<unknown>
}

const SUBJECTS = 12
const LINES = 1_500

const times = <T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)))

const logged = (kind: string, id: string) =>
  `(select count(*) from activity where kind = '${kind}' and object_id = '${id}') as logged`

async function createPost(send: Send, number: number, published = true): Promise<string> {
  const text = { title: `Subject ${number}`, content: 'Knots and ropes.', tags: ['Rope'], published }
  return (await send('POST', '/blogs', text))['id'] ?? ''
}

const listing = (id: string, kind: string, dialect: Dialect) => `
  select removed, (select count(*) from removed_posts where post_id = posts.id) as kept,
    (select count(*) from post_tags where post_id = posts.id) as tags,
    (select count(*) from post_search where ${dialect === 'sqlite' ? 'rowid' : 'post_id'} = posts.id) as found, ${logged(kind, id)}
  from posts where public_id = '${id}'`

const listed = { removed: 0, kept: 0, tags: 1, found: 1 }
const removed = { removed: 1, kept: 1, tags: 0, found: 0 }

const archive = (send: Send, dialect: Dialect): Promise<Subject[]> =>
  times(SUBJECTS, async (number) => {
    const id = await createPost(send, number)
    return {
      query: listing(id, 'post.archived', dialect),
      before: { ...listed, logged: 0 },
      after: { ...removed, logged: 1 },
      move: (sendNow) => sendNow('POST', `/blogs/${id}/archive`),
    }
  })

const restore = (send: Send, dialect: Dialect): Promise<Subject[]> =>
  times(SUBJECTS, async (number) => {
    const id = await createPost(send, number)
    await send('DELETE', `/blogs/${id}`)
    return {
      query: listing(id, 'post.restored', dialect),
      before: { ...removed, logged: 0 },
      after: { ...listed, logged: 1 },
      move: (sendNow) => sendNow('POST', `/blogs/${id}/restore`),
    }
  })

async function toForm(width: number): Promise<FormData> {
  const image = sharp({ create: { width, height: 40, channels: 3, background: 'navy' } })
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await image.png().toBuffer())], 'flag.png'))
  form.set('library', 'true')
  return form
}

const replace = (send: Send): Promise<Subject[]> =>
  times(SUBJECTS, async (number) => {
    const [old, wide] = [100 + number, 200 + number]
    const { id = '' } = await send('POST', '/media', await toForm(old))
    const form = await toForm(wide)
    const files = (width: number) => `(select count(*) from media_files where width = ${width})`
    return {
      query: `select width, version, (select count(*) from media as former where former.width = ${old}) as former,
        ${files(old)} as old_files, ${files(wide)} as new_files, ${logged('media.replaced', id)}
        from media where id = '${id}'`,
      before: { width: old, version: 1, former: 1, old_files: 1, new_files: 0, logged: 0 },
      after: { width: wide, version: 2, former: 1, old_files: 1, new_files: 1, logged: 1 },
      move: (sendNow) => sendNow('PUT', `/media/${id}/file`, form),
    }
  })

const importRedirects = (): Promise<Subject[]> =>
  times(4, async (number) => {
    const total = LINES + number
    const lines = Array.from({ length: total }, (_, line) => `/import-${number}/${line},/about`)
    const csv = ['from,to', ...lines].join('\n')
    return {
      query: `select (select count(*) from redirects where source like '/import-${number}/%') as stored,
        (select count(*) from activity where kind = 'redirect.imported' and object_name = '${total} redirects') as logged`,
      before: { stored: 0, logged: 0 },
      after: { stored: total, logged: 1 },
      move: (sendNow) => sendNow('POST', '/redirects/import', { csv }),
    }
  })

/** Each post is a transition of its own; one request runs them all. */
async function importPosts(send: Send): Promise<Subject[]> {
  const names = Array.from({ length: 60 }, (_, number) => `imported-${number}`)
  const toText = (name: string) => `---\ntitle: ${name}\naliases: [/old/${name}]\n---\nKnots.\n`
  const zip = makeZip(names.map((name) => ({ name: `posts/${name}.md`, input: toText(name) })))
  const bytes = await new Response(zip).blob()
  const { id = '' } = await send('POST', '/imports', { name: 'posts.zip', bytes: bytes.size })
  await send('POST', `/imports/${id}/parts?number=0`, bytes)
  await send('POST', `/imports/${id}/check`)
  return names.map((name) => ({
    query: `select (select count(*) from posts where slug = '${name}') as stored,
      (select count(*) from redirects join posts on posts.id = post_id where source = '/old/${name}') as redirects,
      (select count(*) from imported_posts join posts on posts.id = post_id where slug = '${name}') as sources,
      (select count(*) from import_posts where slug = '${name}' and outcome = 'imported') as outcomes`,
    before: { stored: 0, redirects: 0, sources: 0, outcomes: 0 },
    after: { stored: 1, redirects: 1, sources: 1, outcomes: 1 },
    move: (sendNow) => sendNow('POST', `/imports/${id}/run`, {}),
  }))
}

const approve = (send: Send): Promise<Subject[]> =>
  times(SUBJECTS, async (number) => {
    const id = await createPost(send, number, false)
    const { url = '' } = await send('POST', `/blogs/${id}/previews`, { days: 7 })
    const token = url.split('/').at(-1)
    const opened: { review?: { revision: string } } = await send('POST', '/previews/open', { token })
    const json = { token, revision: opened.review?.revision, decision: 'approved', name: 'Ann Lee' }
    return {
      query: `select (select count(*) from reviews where post_id = posts.id) as stored,
        (select count(*) from activity where kind like '%pproved' and object_id = '${id}') as logged,
        (select count(*) from notifications join reviews on reviews.id = object_id where post_id = posts.id) as notified
        from posts where public_id = '${id}'`,
      before: { stored: 0, logged: 0, notified: 0 },
      after: { stored: 1, logged: 1, notified: 1 },
      move: (sendNow) => sendNow('POST', '/previews/review', json),
    }
  })

export const transitions: Record<string, (send: Send, dialect: Dialect) => Promise<Subject[]>> = {
  'archives posts': archive,
  'restores posts from the trash': restore,
  'replaces images': replace,
  'imports redirects': importRedirects,
  'imports posts': importPosts,
  'stores approvals': approve,
}

export const sendTo =
  (url: string, token: string): Send =>
  async (method, path, body) => {
    const isRaw = body instanceof Blob || body instanceof FormData
    const type = body instanceof Blob ? 'application/octet-stream' : 'application/json'
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...randomClientAddress(),
        ...(!(body instanceof FormData) && { 'content-type': type }),
      },
      body: isRaw ? body : body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    if (!response.ok) throw new RejectedRequest(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text).data
  }

export class RejectedRequest extends Error {}
