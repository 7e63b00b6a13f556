import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { unique } from '../fixtures.ts'
import { Staff, type StoredPost } from '../staff-client.ts'
import { untilChangesAreRead, type Cluster } from './cluster-fixtures.ts'

const POLL_MS = 10
/** Four steps with seven documents each. */
const MAX_LATE = 0.01

interface Step {
  /** The texts that lists, feeds and the API must or must not show from now on. */
  slug: string
  shown: boolean
}

/** Changes posts on one node and looks at every kind of document on the other one. */
export async function startPropagation({ nodes: [a, b] }: Cluster, measures: boolean) {
  const staff = new Staff(a.url, await Staff.signIn(a.url))
  const tag = unique('Elsewhere')
  const query = `tag=${encodeURIComponent(tag)}`
  const documents = [
    '/blog',
    `/blog?${query}`,
    '/feed.xml',
    '/sitemap.xml',
    '/api/blogs',
    `/api/blogs?${query}`,
  ]
  const seconds: number[] = []

  const isNew = async (address: string, { slug, shown }: Step) => {
    const response = await fetch(b.url + address)
    const body = await response.text()
    const text = body.includes('<sitemapindex') ? await lastPart(body) : body
    return address.endsWith(slug) ? response.ok === shown : text.includes(slug) === shown
  }
  /** The newest posts are in the last part of a sitemap. */
  const lastPart = async (index: string) => {
    const address = /.*<loc>([^<]+)<\/loc>/s.exec(index)?.[1] ?? ''
    return (await fetch(b.url + new URL(address).pathname)).text()
  }
  const addresses = ({ slug }: Step) => [...documents, `/blog/${slug}`]

  async function expectNew(step: Step) {
    for (const address of addresses(step)) expect(await isNew(address, step), address).toBe(true)
  }

  async function measure(step: Step, writtenAt: number) {
    const untilNew = async (address: string) => {
      while (!(await isNew(address, step))) await wait(POLL_MS)
      seconds.push((performance.now() - writtenAt) / 1000)
    }
    await Promise.all(addresses(step).map(untilNew))
  }

  async function* changes(): AsyncGenerator<Step> {
    const { id, slug } = await staff.create({ title: unique('Made elsewhere'), tags: [tag] })
    yield { slug, shown: true }
    const moved: StoredPost = await staff.update(id, {
      slug: unique('moved').toLowerCase().replaceAll(' ', '-'),
    })
    yield { slug: moved.slug, shown: true }
    await staff.update(id, { published: false })
    yield { slug: moved.slug, shown: false }
    const other = await staff.create({ title: unique('Deleted elsewhere'), tags: [tag] })
    await untilChangesAreRead(b)
    await expectNew({ slug: other.slug, shown: true })
    await staff.delete(other.id)
    yield { slug: other.slug, shown: false }
    await staff.delete(id)
  }

  return {
    /** Judges each change when the node has read it; the time until then only where it is measured. */
    async run(rounds: number, beforeChange = async () => {}) {
      for (let round = 0; round < rounds; round += 1) {
        await beforeChange()
        for await (const step of changes()) {
          if (measures) await measure(step, performance.now())
          else await untilChangesAreRead(b)
          await expectNew(step)
          await beforeChange()
        }
      }
    },
    /** No request is sent until the node must have the change. */
    async runUnvisited() {
      for await (const step of changes()) {
        if (measures) await wait(2_000)
        else await untilChangesAreRead(b)
        await expectNew(step)
      }
    },
    expectWithin(what: string, limit: number) {
      if (!measures) return
      const sorted = seconds.toSorted((one, other) => one - other)
      const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN
      const figures = `${sorted.length} reads, median ${at(0.5).toFixed(2)} s, p99 ${at(1 - MAX_LATE).toFixed(2)} s, longest ${at(1).toFixed(2)} s`
      process.stdout.write(`${what}: ${figures}\n`)
      expect(at(1 - MAX_LATE), `${what}: ${figures}`).toBeLessThan(limit)
    },
  }
}
