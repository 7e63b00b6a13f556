import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { openArchive } from '../imports/archive.ts'

interface ZipEntry {
  path: string
  content: string | Uint8Array
  /** A declared size that differs from the real one. */
  size?: number
  /** Whether the archive says that the path is UTF-8. */
  isFlagged?: boolean
}

/** Also writes invalid archives, which libraries refuse to write. */
export function zip(entries: ZipEntry[]): Buffer<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content, size, isFlagged = true } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isFlagged ? 0x0800 : 0, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    const start = Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1')
    directory.push(Buffer.concat([start, common, rest, name]))
    files.push(file)
    offset += file.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, central, end])
}

export async function readZip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'))
  const path = join(folder, 'archive.zip')
  await writeFile(path, bytes)
  const handle = await open(path)
  try {
    const archive = await openArchive(handle)
    const files = new Map<string, Buffer>()
    for (const name of archive.paths) files.set(name, await archive.read(name))
    return files
  } finally {
    await handle.close()
    await rm(folder, { recursive: true })
  }
}
