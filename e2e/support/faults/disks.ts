import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface Disk {
  dataDir: string
  through: string[]
  fill(pid: number): void
  free(pid: number): void
  remove(): void
}

const unshare = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm']
const onTmpfs = 'mount -t tmpfs -o size=32m halyard "$0" && cp -a "$1/." "$0" && shift && exec "$@"'

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'halyard-disk-'))

function fillUp(file: string) {
  const descriptor = openSync(file, 'w')
  for (const size of [1_000_000, 4096, 1])
    for (;;)
      try {
        writeSync(descriptor, Buffer.alloc(size))
      } catch {
        break
      }
  closeSync(descriptor)
}

/** A small tmpfs in the mount namespace of the server; it disappears with the server. */
function tmpfsDisk(samples: string): Disk {
  const dataDir = newFolder()
  const filler = (pid: number) => `/proc/${pid}/root${dataDir}/filler`
  return {
    dataDir,
    through: [...unshare, 'sh', '-c', onTmpfs, dataDir, samples],
    fill: (pid) => fillUp(filler(pid)),
    free: (pid) => rmSync(filler(pid)),
    remove: () => rmSync(dataDir, { recursive: true }),
  }
}

/** A file size limit at the size of the journal, which needs no right to mount. */
function limitedFiles(samples: string): Disk {
  const dataDir = newFolder()
  execFileSync('cp', ['-a', `${samples}/.`, dataDir])
  const limit = (pid: number, bytes: number | 'unlimited') =>
    void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
  return {
    dataDir,
    through: [],
    fill: (pid) => limit(pid, statSync(path.join(dataDir, 'halyard.db-wal')).size),
    free: (pid) => limit(pid, 'unlimited'),
    remove: () => rmSync(dataDir, { recursive: true }),
  }
}

const canMount = () =>
  spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'mount', '-t', 'tmpfs', 'halyard', tmpdir()]).status === 0

/** Creating a disk copies the sample data, which must not happen when tests are only listed. */
export const disks: { kind: string; create: (samples: string) => Disk }[] = [
  ...(canMount() ? [{ kind: 'a full tmpfs', create: tmpfsDisk }] : []),
  { kind: 'a file size limit', create: limitedFiles },
]
