import { sql } from 'kysely'
import { DIRECT, type FigureEvent, type Origin } from '#contract/analytics.ts'
import type { Db, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import { countLandings, type Landing, type Source } from './landings.ts'
import { lockWrites } from '../db/write-lock.ts'
import { countNames, type NameHit } from './names.ts'
import { findOrInsertPages, type FigurePage } from './pages.ts'
import { momentOf, type Moment } from './periods.ts'
import { getSalts, markViews, type Salts } from './readers.ts'
import { addTo, type Rows } from './rows.ts'

export interface RecordedEvent extends FigureEvent {
  time: number
}

type EventOf<Type extends FigureEvent['event']['type']> = Extract<FigureEvent['event'], { type: Type }>

export async function writeEvents(db: Db, events: RecordedEvent[]): Promise<void> {
  const [first] = events
  if (!first) return
  await db.transaction().execute(async (trx) => {
    await lockWrites(trx)
    const pages = await findOrInsertPages(trx, events.flatMap(requestOf))
    const landings: Landing[] = []
    const pageRows: Rows<Tables['page_figures'] & { readers: number }> = new Map()
    const addPage = (moment: Moment, pageId: number, counts: Partial<PageCounts>) => {
      for (const period of [moment.hour, moment.day, moment.month])
        addTo(pageRows, { period, page_id: pageId, ...noCounts, ...counts }, countColumns)
    }
    const salts = await getSalts(trx, first.time)
    const views = await countViews(trx, salts, events, pages)
    for (const { event, moment, page, isReader, isSiteReader } of views) {
      const visits = event.entry ? 1 : 0
      addPage(moment, page.id, { views: 1, readers: isReader ? 1 : 0, visits })
      addPage(moment, 0, { views: 1, readers: isSiteReader ? 1 : 0, visits })
      if (event.entry) landings.push({ ...landingOf(moment, page.id, event), visits: 1 })
    }
    for (const { event, time } of events) {
      const page = 'path' in event ? pages.get(event.path) : undefined
      const moment = momentOf(time)
      if (event.type === 'share' && page) for (const id of [page.id, 0]) addPage(moment, id, { shares: 1 })
      if (event.type === 'conversion') {
        const counted = event.kind === 'message' ? { messages: 1 } : { subscriptions: 1 }
        // A visit can begin at an address that does not exist.
        landings.push({ ...landingOf(moment, page?.id ?? 0, event), ...counted })
      }
    }
    await storePages(trx, pageRows)
    await countLandings(trx, landings)
    await countNames(trx, await listNameHits(trx, salts, events, pages))
    await addPostViews(
      trx,
      views.map(({ page }) => page),
    )
  })
}

const requestOf = ({ event, route }: RecordedEvent) => ('path' in event ? [{ path: event.path, route }] : [])

type PageCounts = Record<(typeof countColumns)[number], number>
const countColumns = ['views', 'readers', 'visits', 'shares'] as const
const noCounts: PageCounts = { views: 0, readers: 0, visits: 0, shares: 0 }

interface CountedView {
  event: EventOf<'view'>
  moment: Moment
  page: FigurePage
  isReader: boolean
  isSiteReader: boolean
}

async function countViews(
  trx: Trx,
  salts: Salts,
  events: RecordedEvent[],
  pages: Map<string, FigurePage>,
): Promise<CountedView[]> {
  const views = events.flatMap(({ event, visitor, time }) => {
    const page = event.type === 'view' ? pages.get(event.path) : undefined
    return event.type === 'view' && page ? [{ event, visitor, time, page, moment: momentOf(time) }] : []
  })
  if (views.length === 0) return []
  const marks = views.flatMap(({ visitor, time, page, moment: { day } }) =>
    [page.id, 0].map((subject) => ({ visitor, time, day, subject })),
  )
  const seen = await markViews(trx, salts, marks)
  return views.flatMap((view, index) => {
    const page = seen[2 * index]
    const isSiteReader = seen[2 * index + 1]?.isReader === true
    return page?.isView ? [{ ...view, isReader: page.isReader, isSiteReader }] : []
  })
}

const sourceOf = ({ referrer, source, medium, campaign }: Origin): Source => ({
  name: source || referrer || DIRECT,
  medium: medium ?? '',
  campaign: campaign ?? '',
})

const landingOf = (moment: Moment, pageId: number, origin: Origin): Landing => ({
  moment,
  pageId,
  source: sourceOf(origin),
  visits: 0,
  messages: 0,
  subscriptions: 0,
})

/** Another page of the same search is not another search. */
async function listNameHits(
  trx: Trx,
  salts: Salts,
  events: RecordedEvent[],
  pages: Map<string, FigurePage>,
): Promise<NameHit[]> {
  const named = events.flatMap((event) => namesOf(event, pages).map((hit) => ({ ...event, hit })))
  const [shares, others] = [named.filter(isShare), named.filter((entry) => !isShare(entry))]
  const marks = others.map(({ visitor, time, hit: { kind, name, moment } }) => ({
    visitor,
    time,
    day: moment.day,
    subject: `${kind} ${name}`,
  }))
  const seen = marks.length > 0 ? await markViews(trx, salts, marks) : []
  const counted = others.filter((_, index) => seen[index]?.isView)
  return [...shares, ...counted].map(({ hit }) => hit)
}

const isShare = ({ hit }: { hit: NameHit }) => hit.kind === 'share'

function namesOf({ event, time }: RecordedEvent, pages: Map<string, FigurePage>): NameHit[] {
  const moment = momentOf(time)
  if (event.type === 'share') return [{ kind: 'share', name: event.network, moment, missed: false }]
  const search = event.type === 'search' || event.type === 'view' ? event.search : undefined
  if (search?.term) return [{ kind: 'search', name: search.term, moment, missed: !search.found }]
  const isMissing = event.type === 'missing' || (event.type === 'view' && !pages.has(event.path))
  return isMissing ? [{ kind: 'missing', name: event.path, moment, missed: false }] : []
}

async function storePages(trx: Trx, rows: Rows<Tables['page_figures']>) {
  if (rows.size === 0) return
  await trx
    .insertInto('page_figures')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.columns(['period', 'page_id']).doUpdateSet({
        views: sql`page_figures.views + excluded.views`,
        readers: sql`coalesce(page_figures.readers, 0) + excluded.readers`,
        visits: sql`page_figures.visits + excluded.visits`,
        shares: sql`page_figures.shares + excluded.shares`,
      }),
    )
    .execute()
}

async function addPostViews(trx: Trx, pages: FigurePage[]) {
  const counts = new Map<number, number>()
  for (const { postId } of pages) if (postId !== null) counts.set(postId, (counts.get(postId) ?? 0) + 1)
  for (const [id, views] of counts)
    await trx
      .updateTable('posts')
      .set({ views: sql`views + ${views}` })
      .where('id', '=', id)
      .execute()
}
