import { setImmediate } from 'node:timers/promises'
import type { Insertable } from 'kysely'
import { MAX_CATEGORIES } from '#contract/categories.ts'
import { ApiError } from '#contract/errors.ts'
import { importLimits, MAX_IMAGE_BYTES } from '#contract/limits.ts'
import type { DatabaseConfig, Db } from '../db/open.ts'
import { batchesOf } from '../db/parameters.ts'
import type { Tables } from '../db/tables.ts'
import { findAddresses } from './addresses.ts'
import type { Archive } from './archive.ts'
import { findImages, imageFile, ImageIndex } from './images.ts'
import { readLibrary, type LibraryImage } from './library.ts'
import { normalize } from './normalize.ts'
import { readUpload, type Upload } from './read.ts'
import { isCaseStudy, listSourceImages, type SourcePost, type SourceText } from './source.ts'
import { withUpload, type ImportRow } from './store.ts'
import { describeChanges } from './unpublished-changes.ts'

const POSTS_AT_ONCE = 50

/** Longer than a check takes between two renewals; after a killed process the file can be checked again. */
const CLAIM_MS = 60_000
const RENEW_MS = CLAIM_MS / 4

const alreadyChecking = () => new ApiError('conflict', 'The file is already being checked.')

const tooManyPosts = () => new ApiError('invalid', `A file can have at most ${importLimits.posts} posts.`)

type Images = Map<string, string | undefined>
type Library = ReadonlyMap<string, LibraryImage>
type Repeated = Record<'posts' | 'caseStudies', number>

function withImages<Source extends SourceText>(
  post: Source,
  archive: Archive | null,
  index: ImageIndex,
  library: Library,
): Source {
  const { images, problems } = findImages(post, index)
  const isTooLarge = ({ path, host }: (typeof images)[number]) =>
    host === undefined && (archive?.size(path) ?? 0) > MAX_IMAGE_BYTES
  const tooLarge = images.filter(isTooLarge).map(({ path }) => `Larger than 5 MB, not imported: ${path}`)
  return {
    ...post,
    images: images
      .filter((image) => !isTooLarge(image))
      .map((image) => ({ ...image, library: library.get(image.path) })),
    problems: [...post.problems, ...problems, ...tooLarge],
  }
}

/** Two posts of one file cannot have the same slug. */
function distinctSlug(post: SourcePost, slugs: Set<string>): SourcePost {
  if (post.slug === '' || post.rejected !== '') return post
  const isStudy = isCaseStudy(post.sourceId)
  const address = `${isStudy ? '/work' : '/blog'}/${post.slug}`
  if (!slugs.has(address)) {
    slugs.add(address)
    return post
  }
  const problems = [
    ...post.problems,
    `Another ${isStudy ? 'case study' : 'post'} in the file has the URL ${post.slug}: this one gets a new one.`,
  ]
  return { ...post, slug: '', problems }
}

async function storePosts(
  db: Db,
  importId: string,
  { posts, archive }: Upload,
  { library, renewClaim }: { library: Library; renewClaim: () => Promise<void> },
): Promise<{ images: Images; repeated: Repeated }> {
  const index = new ImageIndex(archive?.paths ?? [])
  const slugs = new Set<string>()
  const sources = new Set<string>()
  const images: Images = new Map()
  const now = Date.now()
  const paths = new Set<string>()
  let rows: Insertable<Tables['import_posts']>[] = []
  let addressRows: Insertable<Tables['import_addresses']>[] = []
  let position = 0
  const repeated = { posts: 0, caseStudies: 0 }
  const flush = async () => {
    await renewClaim()
    if (rows.length > 0) await db.insertInto('import_posts').values(rows).execute()
    for (const batch of batchesOf(addressRows))
      await db.insertInto('import_addresses').values(batch).execute()
    rows = []
    addressRows = []
  }
  for await (const source of posts) {
    // Converting a post takes long, and neither the source nor SQLite waits for anything else.
    await setImmediate()
    if (sources.has(source.sourceId)) {
      repeated[isCaseStudy(source.sourceId) ? 'caseStudies' : 'posts'] += 1
      continue
    }
    sources.add(source.sourceId)
    const read = <Source extends SourceText>(written: Source) =>
      withImages(normalize(written, now), archive, index, library)
    const normal = describeChanges({ ...read(source), changes: source.changes && read(source.changes) })
    const { addresses, problems } = findAddresses(normal, (path) => paths.has(path))
    const distinct = distinctSlug(normal, slugs)
    const post = { ...distinct, problems: [...distinct.problems, ...problems] }
    for (const { path, host } of listSourceImages(post))
      if (host === undefined || post.rejected === '') images.set(path, host)
    position += 1
    if (position > importLimits.posts) throw tooManyPosts()
    const { sourceId, slug } = post
    const document = JSON.stringify(post)
    const author = isCaseStudy(sourceId) ? '' : JSON.stringify(post.author)
    for (const [path, host] of addresses) {
      paths.add(path)
      addressRows.push({ import_id: importId, path, host, position })
    }
    const row = { import_id: importId, position, source_id: sourceId, slug, document, author }
    rows.push({ ...row, message: post.rejected })
    if (rows.length === POSTS_AT_ONCE) await flush()
  }
  await flush()
  if (position === 0) throw new ApiError('invalid', 'The file has no posts.')
  return { images, repeated }
}

async function storeImages(
  db: Db,
  importId: string,
  images: Images,
  { archive, renewOldClaim }: { archive: Archive | null; renewOldClaim: () => Promise<void> },
) {
  const remote: Insertable<Tables['import_images']>[] = []
  for (const [path, host] of images) {
    if (host !== undefined) remote.push({ import_id: importId, path, host, bytes: Buffer.alloc(0) })
    else if (archive) {
      const bytes = await archive.read(path)
      await renewOldClaim()
      await db.insertInto('import_images').values({ import_id: importId, path, bytes }).execute()
    }
  }
  for (const batch of batchesOf(remote.slice(0, importLimits.remoteImages)))
    await db.insertInto('import_images').values(batch).execute()
}

function describeImages(archive: Archive | null, images: Images): string[] {
  const unused = archive?.paths.filter((path) => imageFile.test(path) && !images.has(path)).length ?? 0
  const remote = images.values().filter((host) => host !== undefined)
  const tooMany = remote.toArray().length - importLimits.remoteImages
  return [
    ...(unused > 0 ? [`Images that no post uses are left out: ${unused}.`] : []),
    ...(tooMany > 0
      ? [
          `Images on other servers beyond the first ${importLimits.remoteImages}, which stay there: ${tooMany}.`,
        ]
      : []),
  ]
}

const describeRepeated = ({ posts, caseStudies }: Repeated) => [
  ...(posts > 0 ? [`Posts that have the same ID as an earlier post are left out: ${posts}.`] : []),
  ...(caseStudies > 0
    ? [`Case studies that have the same ID as an earlier case study are left out: ${caseStudies}.`]
    : []),
]

async function deleteInterruptedCheck(db: Db, importId: string) {
  await db.deleteFrom('import_posts').where('import_id', '=', importId).execute()
  await db.deleteFrom('import_addresses').where('import_id', '=', importId).execute()
  await db.deleteFrom('import_images').where('import_id', '=', importId).execute()
}

/** The time identifies the claim. */
interface Claim {
  at: number
}

async function claimCheck(db: Db, { id }: ImportRow): Promise<Claim> {
  const now = Date.now()
  await db
    .updateTable('imports')
    .set({ checking_at: now })
    .where('id', '=', id)
    .where('checked_at', 'is', null)
    .where((eb) => eb.or([eb('checking_at', 'is', null), eb('checking_at', '<', now - CLAIM_MS)]))
    .returning('id')
    .executeTakeFirstOrThrow(alreadyChecking)
  return { at: now }
}

const claimed = (db: Db, { id }: ImportRow, { at }: Claim) =>
  db.updateTable('imports').where('id', '=', id).where('checking_at', '=', at)

async function renew(db: Db, row: ImportRow, claim: Claim) {
  const now = Date.now()
  await claimed(db, row, claim)
    .set({ checking_at: now })
    .returning('id')
    .executeTakeFirstOrThrow(alreadyChecking)
  claim.at = now
}

export async function checkImport(db: Db, config: DatabaseConfig, row: ImportRow): Promise<void> {
  if (row.checked_at !== null) return
  const claim = await claimCheck(db, row)
  try {
    await check(db, config, row, claim)
  } finally {
    await claimed(db, row, claim).set({ checking_at: null }).execute()
  }
}

async function check(db: Db, config: DatabaseConfig, row: ImportRow, claim: Claim) {
  await withUpload(db, config, row, async (handle) => {
    const renewClaim = () => renew(db, row, claim)
    await renewClaim()
    await deleteInterruptedCheck(db, row.id)
    const upload = await readUpload(handle)
    const library = await readLibrary(upload.archive)
    await renewClaim()
    const { images, repeated } = await storePosts(db, row.id, upload, {
      library: library.images,
      renewClaim,
    })
    await storeImages(db, row.id, images, {
      archive: upload.archive,
      renewOldClaim: async () => {
        if (Date.now() - claim.at > RENEW_MS) await renewClaim()
      },
    })
    const described = [...describeImages(upload.archive, images), ...describeRepeated(repeated)]
    const categories = upload.categories.slice(0, MAX_CATEGORIES)
    const excess = upload.categories.length - categories.length
    if (excess > 0)
      described.push(
        `Categories beyond the first ${MAX_CATEGORIES}, whose URLs and descriptions are left out: ${excess}.`,
      )
    const problems = JSON.stringify([...upload.problems, ...library.problems, ...described])
    await db.transaction().execute(async (trx) => {
      await claimed(trx, row, claim)
        .set({
          ...{ format: upload.format, problems, checked_at: Date.now() },
          categories: JSON.stringify(categories),
        })
        .returning('id')
        .executeTakeFirstOrThrow(alreadyChecking)
      await trx.deleteFrom('import_parts').where('import_id', '=', row.id).execute()
    })
  })
}
