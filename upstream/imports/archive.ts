import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fromFd, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl'
import { ApiError } from '#contract/errors.ts'
import { isHiddenPath } from '#contract/imports.ts'
import { importLimits } from '#contract/limits.ts'

const invalid = (message: string, cause?: unknown) => new ApiError('invalid', message, { cause })

export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('The file is not UTF-8 text.')
  }
}

const cannotRead = (error: unknown) =>
  invalid(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`, error)

/** Small files may have any compression ratio, because only large ones can exhaust memory. */
const RATIO_FROM_BYTES = 1024 * 1024

function open({ fd }: FileHandle): Promise<ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>()
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  fromFd(fd, options, (error, zip) => (error ? reject(cannotRead(error)) : resolve(zip)))
  return promise
}

function listEntries(zip: ZipFile): Promise<Entry[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Entry[]>()
  const entries: Entry[] = []
  if (zip.entryCount > importLimits.entries)
    throw invalid(`The archive has more than ${importLimits.entries} files.`)
  zip.on('entry', (entry: Entry) => {
    entries.push(entry)
    zip.readEntry()
  })
  zip.once('end', () => resolve(entries))
  zip.once('error', (error) => reject(cannotRead(error)))
  zip.readEntry()
  return promise
}

const UTF8_FLAG = 0x800

/** macOS writes names in UTF-8 without the flag for it, and accents as separate characters. */
function pathOfEntry({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const path = isUtf8(fileNameRaw)
    ? getFileNameLowLevel(generalPurposeBitFlag | UTF8_FLAG, fileNameRaw, extraFields, true)
    : fileName
  return path.normalize()
}

function checkSizes(entries: (readonly [string, Entry])[]) {
  let total = 0
  for (const [path, { compressedSize, uncompressedSize }] of entries) {
    total += uncompressedSize
    if (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * importLimits.ratio)
      throw invalid(`The archive is not safe to unpack: ${path} grows too much.`)
  }
  if (total > importLimits.unpackedBytes)
    throw invalid(
      `The archive is larger than ${importLimits.unpackedBytes / 1024 ** 2} MB when it is unpacked.`,
    )
}

export interface Archive {
  paths: string[]
  size(path: string): number
  /** Reads at most the declared size. */
  read(path: string): Promise<Buffer>
}

export async function openArchive(handle: FileHandle): Promise<Archive> {
  const zip = await open(handle)
  const all = (await listEntries(zip))
    .map((entry) => [pathOfEntry(entry), entry] as const)
    .filter(([path]) => !path.endsWith('/') && !isHiddenPath(path))
  checkSizes(all)
  const entries = new Map(all)
  const entryAt = (path: string) => {
    const entry = entries.get(path)
    if (!entry) throw invalid(`The archive has no ${path}.`)
    return entry
  }
  const read = (path: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    zip.openReadStream(entryAt(path), (error, stream) => {
      if (error) return reject(cannotRead(error))
      buffer(stream).then(resolve, (reason: unknown) => reject(cannotRead(reason)))
    })
    return promise
  }
  return { paths: [...entries.keys()], size: (path) => entryAt(path).uncompressedSize, read }
}

export async function isArchive(handle: FileHandle): Promise<boolean> {
  const { buffer: start } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  return start.equals(Buffer.from('PK\u0003\u0004', 'latin1'))
}
